import { nameOfKey, plainName } from '../../records/fieldNames';
import { isObject, quoted, wholeNumber } from '../../records/value';
import { isOffsetParameter, PAGE_PARAMETERS, saysByName } from '../../records/responseFields';
import type { Remark } from './beside';
import type { PageFields } from './fields';
import { looksLikeAddress, type PageResponse, sentParameters } from './target';

/** `last_page_url`; `last` if it is a link. */
export const LAST_LINK = /^last(page)?(url|uri|link|href|path)?$/;

/** Whether a link to the last page leads past this one; the link itself, if it cannot be compared by a number. */
export function readLastLink(
	{ all, elsewhere }: PageFields,
	{ url }: PageResponse,
	records: number,
): true | Remark | undefined {
	const links = [...all, ...elsewhere].flatMap(({ path, value }) => {
		const name = nameOfKey(path.at(-1) ?? '');
		const isMeant = LAST_LINK.test(name) || /^(first|self|current)/.test(name);
		const isNamed =
			/.(url|uri|link|href|path)$/.test(name) || /links?$|urls$/.test(nameOfKey(path.at(-2) ?? ''));
		const target = isMeant ? addressAt(value, isNamed, url) : undefined;
		return target ? [{ name, target, path }] : [];
	});
	const last = links.find(({ name }) => LAST_LINK.test(name));
	if (!last) return undefined;
	const [name, second] = changedBy(last.target, url);
	const isHere = links.some(
		(each) => each !== last && changedBy(last.target, each.target).length === 0,
	);
	if (name === undefined || isHere) return undefined;
	const numberIn = (address: string) => wholeNumber(sentParameters({ url: address }).get(name));
	const to = numberIn(last.target);
	if (second !== undefined || to === undefined)
		return { name: last.path.join('.'), value: quoted(last.target) };
	const first = links.find((link) => link.name.startsWith('first'))?.target;
	const isOffset = isOffsetParameter(name);
	const from =
		numberIn(url) ?? (first === undefined ? undefined : numberIn(first)) ?? (isOffset ? 0 : 1);
	return to >= from + (isOffset ? records : 1) || undefined;
}

/** The address of a link, absolute. */
function addressAt(value: unknown, isLink: boolean, base: string): string | undefined {
	const link = isObject(value) ? (value.href ?? value.url) : value;
	if (
		typeof link !== 'string' ||
		link === '' ||
		!(isLink || isObject(value) || looksLikeAddress(link))
	)
		return undefined;
	return URL.canParse(link, base) ? new URL(link, base).href : undefined;
}

/** The parameters of pages that a link changes, besides their size; empty for its path. */
function changedBy(link: string, page: string): string[] {
	const [before, after] = [sentParameters({ url: page }), sentParameters({ url: link })];
	const [path, ofLink] = [new URL(page).pathname, new URL(link).pathname];
	const isSamePath = path.endsWith(ofLink) || ofLink.endsWith(path);
	const left = [...before.keys()].filter((name) => PAGE_PARAMETERS.has(plainName(name)));
	return [...new Set([...after.keys(), ...left])].filter((name) =>
		name === ''
			? !isSamePath
			: before.get(name) !== after.get(name) && !saysByName('size', plainName(name)),
	);
}
