import { wholeNumber } from '../../records/json';
import { evidenceOf, isUsualSize, type Progress } from '../progress';
import type { Reading } from '../reading';
import { addressIn, type Candidate, isLed, isZero, lastIdOf, saysNoMore, tokenOf } from './follow';
import type { PaginationField } from './paginationFields';
import { STRATEGIES, type Strategy } from './strategies';

export interface Detected {
	/** The likeliest first. */
	candidates: Candidate[];
	/** A cursor or link is there and says that this was all. */
	isClosed: boolean;
	/** Nothing at all says how large the list is, where this page stands or how to go on. */
	isSilent: boolean;
}

/** Which strategies does a page show? */
export function detect(reading: Reading, progress: Progress): Detected {
	const { more } = evidenceOf(reading, progress);
	const candidates: Candidate[] = [];
	const weak: Candidate[] = [];
	const late: Candidate[] = [];
	let isClosed = false;
	for (const strategy of STRATEGIES) {
		if (!isBeside(strategy, reading)) continue;
		const shown = shownBy(strategy, reading, progress, more);
		if (shown === 'closed') isClosed = true;
		else if (strategy.kind === 'lastId' && reading.totals.hasMore !== true) late.push(...shown);
		else if (strategy.kind === 'cursor' && strategy.weak) weak.push(...shown);
		else candidates.push(...shown);
		// A link leaves nothing to guess: it is followed or refused.
		if (strategy.kind === 'link' && candidates.length > 0)
			return { candidates, isClosed: false, isSilent: false };
	}
	const [strongest] = candidates;
	// What is only counted comes after any token, however weak its name. A weak one yields to a cursor that is null.
	if (strongest && isLed(strongest.strategy)) candidates.push(...weak);
	else if (!isClosed) candidates.unshift(...weak);
	candidates.push(...late);
	const hasReason = candidates.some(({ sure, strategy }) => sure || isLed(strategy));
	const { hasMore, total, totalPages, pageSize } = reading.totals;
	const counts = [hasMore, total, totalPages, pageSize];
	return {
		// Where something leads on or says that there is more, nothing else is tried without a reason.
		candidates: candidates.filter(({ sure, read }) => sure || read || !hasReason),
		isClosed: isClosed && !candidates.some(({ sure }) => sure),
		isSilent:
			!isClosed && !candidates.some(({ read }) => read) && counts.every((one) => one === undefined),
	};
}

function shownBy(
	strategy: Strategy,
	reading: Reading,
	progress: Progress,
	more: boolean,
): Candidate[] | 'closed' {
	switch (strategy.kind) {
		case 'link': {
			const field = fieldOf(
				strategy.at,
				reading,
				(one) => !saysNoMore(one.value) && addressOf(one) !== undefined,
			);
			if (!field.chosen) return field.closed ? 'closed' : [];
			const { read } = field;
			return [
				{ strategy, parameter: '', base: 0, read, sure: true, label: `link in ${field.name}` },
			];
		}
		case 'cursor':
		case 'spread': {
			const field = fieldOf(strategy.at, reading, (one) => isToken(one, strategy, reading));
			if (!field.chosen) return field.closed ? 'closed' : [];
			const { read } = field;
			const key = keyOf(field.chosen);
			const sure = !isZero(field.chosen.value);
			const to = strategy.kind === 'spread' ? [''] : strategy.to.map((words) => spell(words, key));
			return to.map((parameter) => {
				const label = `cursor in ${field.name}${parameter && `, sent as ${parameter}`}`;
				return { strategy, parameter, base: 0, read, sure, label };
			});
		}
		case 'lastId': {
			const isCut = progress.pages === 1 && isUsualSize(reading.records.length);
			if (!(more || isCut) || lastIdOf(reading) === undefined) return [];
			return strategy.to.map((parameter) => {
				const label = `last ID, sent as ${parameter}`;
				return { strategy, parameter, base: 0, sure: more, label };
			});
		}
		case 'page':
		case 'offset':
			return strategy.at === undefined
				? uncounted(strategy, reading, progress, more)
				: counted(strategy, strategy.at, reading, progress, more);
	}
}

type Counted = Extract<Strategy, { kind: 'page' | 'offset' }>;

/** The page says its own number or offset. */
function counted(
	strategy: Counted,
	at: string,
	reading: Reading,
	{ pages, position }: Progress,
	sure: boolean,
): Candidate[] {
	const { chosen, read } = fieldOf(at, reading, ({ value }) => (wholeNumber(value) ?? -1) >= 0);
	if (!chosen) return [];
	const before = strategy.kind === 'page' ? pages - 1 : position - reading.records.length;
	const number = (wholeNumber(chosen.value) ?? 0) - before;
	// Some say 1 for the page that is asked for as 0, and the other way round.
	const bases = strategy.kind === 'page' ? [number, number === 0 ? 1 : number - 1] : [number];
	return bases.flatMap((base) =>
		strategy.to.map((to) => numbered(strategy, spell(to, keyOf(chosen)), base, sure, read)),
	);
}

/** Nothing says where the page stands: the usual parameters, where there is a reason to try them. */
function uncounted(
	strategy: Counted,
	reading: Reading,
	progress: Progress,
	sure: boolean,
): Candidate[] {
	const { totals, records } = reading;
	const hasCount = [totals.total, totals.totalPages, totals.pageSize].some(
		(one) => one !== undefined,
	);
	if (!sure && (progress.pages > 1 || !(hasCount || isUsualSize(records.length)))) return [];
	// Page 1 is asked for first: were it skipped, a service that counts from 0 would lose it; one that
	// counts from 1 only repeats itself.
	const bases = strategy.kind === 'page' ? [0, 1] : [0];
	return strategy.to.flatMap((to) =>
		bases.map((base) => numbered(strategy, spell(to, ''), base, sure)),
	);
}

const numbered = (
	strategy: Counted,
	parameter: string,
	base: number,
	sure: boolean,
	read?: Candidate['read'],
): Candidate => ({
	strategy,
	parameter,
	base,
	read,
	sure,
	label: `${strategy.kind === 'page' ? 'page number' : 'offset'}, sent as ${parameter}`,
});

/** The first field that fits, and how to find the same one on later pages. */
function fieldOf(at: string, first: Reading, fits: (field: PaginationField) => boolean) {
	const found = first.fields.find(at);
	const chosen = found.find(fits);
	const name = chosen?.path.join('.') ?? at;
	const read = ({ fields }: Reading) => {
		const again = fields.find(at);
		return again.find(({ path }) => path.join('.') === name) ?? again[0];
	};
	return { chosen, read, name, closed: found.some(({ value }) => saysNoMore(value)) };
}

/** `X-Next-Offset` belongs to a parameter as `next_offset` would: none is sent as `X-…`. */
function keyOf(field: PaginationField): string {
	const key = field.path.at(-1) ?? '';
	return field.path[0] === 'header'
		? key.replace(/^x-/i, '').replace(/-/g, '_').toLowerCase()
		: key;
}

function addressOf({ path, value }: PaginationField): string | undefined {
	// `next` and `next_page` may also contain a token; any other link key only ever contains an address.
	const key = path.at(-1) ?? '';
	const plain =
		/^(x-|_)?next[-_]?(page)?$/i.test(key) && !/links?$|urls?$|pages$/i.test(path.at(-2) ?? '');
	return addressIn(value, !plain);
}

function isToken(
	{ value }: PaginationField,
	strategy: Extract<Strategy, { kind: 'cursor' | 'spread' }>,
	reading: Reading,
): boolean {
	const token = tokenOf(value);
	if (token === undefined || saysNoMore(value)) return false;
	if (strategy.kind === 'spread') return typeof value === 'object';
	if (strategy.text && wholeNumber(value) !== undefined) return false;
	// Only DynamoDB's key is an object; elsewhere an object contains the token deeper down.
	if (typeof value === 'object' && !/key$|searchafter/.test(strategy.at)) return false;
	return !(strategy.weak && Object.values(reading.query).includes(token));
}

function isBeside(strategy: Strategy, { fields }: Reading): boolean {
	const beside = ('beside' in strategy && strategy.beside) || undefined;
	return (beside?.split(' ') ?? []).every((at) => fields.find(at).length > 0);
}

/**
 * Spells a request parameter in the style of the field: a service that gives `nextPageToken` takes `pageToken`, one
 * that gives `next_page_token` takes `page_token`. `=` is the field's own name; what is not plain words is as written.
 */
export function spell(words: string, like: string): string {
	const key = like.replace(/^[^A-Za-z0-9]+/, '');
	if (words === '=') return key;
	if (!/^[a-z]+( [a-z]+)*$/.test(words)) return words;
	if (key.includes('-')) return words.replaceAll(' ', '-');
	const isPascal = /^[A-Z]/.test(key);
	if (!isPascal && (key.includes('_') || !/[A-Z]/.test(key))) return words.replaceAll(' ', '_');
	return words.replace(isPascal ? /(?:^| )([a-z])/g : / ([a-z])/g, (_, letter: string) =>
		letter.toUpperCase(),
	);
}
