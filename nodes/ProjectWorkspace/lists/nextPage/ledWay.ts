import { valueAt } from '../../records/json';
import { ok, reject, type Result } from '../../result';
import { messages } from '../messages';
import type { PageField } from '../page/fields';
import { toLink, toOwnAddress } from '../page/target';
import type { ListProblem } from '../types';
import { addressIn, fieldAtPath, isEndMarker, isZero, scalarsOf, tokenOf } from './tokens';
import type { Ask, Reached, Stop, Way } from './way';
import type { CurrentPage } from '../page/reading';

/** Where the response has the next cursor or link. */
interface Led {
	/** The name by which it was found; undefined if the path was set manually. */
	name?: string;
	path: string;
	/** Empty for an object whose fields are all sent. */
	parameter: string;
}

/** By a cursor or token in the response. */
export const cursorWay = (at: Led): Way =>
	ledWay(`cursor in ${at.path}`, at, ({ value }, _, { firstQuery }) => {
		const cursor = tokenOf(value);
		const sent =
			at.parameter === ''
				? // What the person has set is not replaced.
					{ ...scalarsOf(value), ...firstQuery }
				: { [at.parameter]: cursor ?? '' };
		// Half a character cannot be sent.
		return cursor === undefined || !Object.entries(sent).join().isWellFormed()
			? undefined
			: ok({ target: toOwnAddress(firstQuery, sent), cursor, isCounted: isZero(cursor) });
	});

/** By a link, that is the whole URL of the next page. */
export const linkWay = (at: Omit<Led, 'parameter'>): Way => ({
	...ledWay(`link in ${at.path}`, { ...at, parameter: '' }, followLink),
	confirmedBy: () => 'next',
});

function followLink(
	{ path, value }: PageField,
	{ reading }: CurrentPage,
	{ firstQuery: query }: Reached,
): Next {
	const { body, url } = reading.page;
	const address = addressIn(value, true);
	if (address === undefined) return undefined;
	// Confluence: `_links.base`
	const context = valueAt(body, [...path.slice(0, -1), 'base']);
	const target = toLink(address, { url, query }, typeof context === 'string' ? context : undefined);
	if (target.ok) return ok({ target: target.value, cursor: address, isCounted: false });
	// A password stays out.
	const cursor = address.replace(/\/\/[^/@?#]*@/, '//');
	return reject({ ...messages.nextLink(target.problem), cursor });
}

type Next = Result<Ask, ListProblem> | undefined;

function ledWay(
	words: string,
	at: Led,
	ask: (field: PageField, page: CurrentPage, reached: Reached) => Next,
): Way {
	const next: Way['next'] = (page, reached) => {
		const field = fieldOn(page, at);
		return field && !isEndMarker(field.value) ? ask(field, page, reached) : undefined;
	};
	return {
		parameter: at.parameter,
		next,
		endsOn(page, reached) {
			// It has led on before, so that without it this was all.
			if (isEndMarker(fieldOn(page, at)?.value ?? null)) return { is: 'closed' };
			const asked = next(page, reached);
			return asked?.ok ? endOfTokens(page, asked.value, reached) : undefined;
		},
		confirmedBy(page, _, brings) {
			if (brings !== 'empty') return brings === 'other' ? 'next' : 'ignored';
			// A page within the list may be empty, and has a new cursor.
			const value = fieldOn(page, at)?.value ?? null;
			const leadsOn = !isEndMarker(value) && !isZero(value) && tokenOf(value) !== page.cursor;
			return leadsOn ? 'next' : 'pastEnd';
		},
		describe: () => words + (at.parameter && `, sent as ${at.parameter}`),
	};
}

function fieldOn({ reading }: CurrentPage, { name, path }: Led): PageField | undefined {
	if (name === undefined) return fieldAtPath(reading.page, path);
	const found = reading.fields.findAnywhere(name);
	return found.find((each) => each.path.join('.') === path) ?? found[0];
}

/** There is a cursor, which may lead nowhere. */
function endOfTokens({ cursor }: CurrentPage, next: Ask, reached: Reached): Stop | undefined {
	const { brings, saysEnd, saysMore, isTotalReached } = reached;
	const isBack = reached.hasRequested(next.target);
	// A flag or the total says that this was all; Redis ends with the cursor 0.
	const isLast = saysEnd || isTotalReached || (isZero(cursor) && !saysMore);
	if (isLast && (isBack || brings !== 'other' || isZero(next.cursor))) return { is: 'pastEnd' };
	if (brings === 'empty') return isBack ? { is: 'pastEnd' } : undefined;
	return isBack || brings !== 'other'
		? { is: 'broken', problem: { ...messages.loop, cursor } }
		: undefined;
}
