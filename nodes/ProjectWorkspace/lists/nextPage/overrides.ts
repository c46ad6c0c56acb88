import { plainName } from '../../records/fieldNames';
import { valueAt } from '../../records/json';
import { refuse } from '../messages';
import type { Reading } from '../reading';
import type { ListOverrides, ListRefusal } from '../types';
import { type Detected, detect, spell } from './detect';
import { addressIn, saysNoMore } from './follow';
import type { Candidate, Walk } from './types';
import type { PaginationField } from './paginationFields';
import { STRATEGIES, type Strategy } from './strategies';

export type Choice =
	| ({ kind: 'candidates' } & Detected)
	| { kind: 'refused'; refusal: ListRefusal };

const only = (candidates: Candidate[], isClosed: boolean): Choice => ({
	kind: 'candidates',
	candidates,
	isClosed,
	isSilent: false,
});

/** The candidates after what was set manually: each part that is set wins, the rest is detected. */
export function choose(reading: Reading, walk: Walk, overrides: ListOverrides): Choice {
	const { style, nextPath, parameter, firstPage } = overrides;
	if (style === 'none') return only([], true);
	if (nextPath) return chooseFrom(reading, nextPath, overrides);
	const detected = detect(reading, walk);
	let { candidates } = detected;
	if (style) {
		candidates = candidates.filter(
			({ strategy: { kind } }) => (kind === 'spread' ? 'cursor' : kind) === style,
		);
		const isShown = candidates.some(({ sure, read }) => sure || read);
		const set = isShown || reading.records.length === 0 ? [] : candidatesFor(style, overrides);
		if (set.length > 0) return only(set, false);
	}
	if (parameter) {
		candidates = candidates.map((one) => ({
			...one,
			parameter,
			label: `${one.label.split(',')[0]}, sent as ${parameter}`,
		}));
	}
	if (firstPage !== undefined) {
		candidates = candidates.map((one) =>
			one.strategy.kind === 'page' ? { ...one, base: firstPage } : one,
		);
	}
	if (parameter && !style && candidates.length === 0 && !detected.isClosed) {
		return { kind: 'refused', refusal: refuse.nothingToSend(parameter) };
	}
	return { ...detected, kind: 'candidates', candidates };
}

function chooseFrom(first: Reading, nextPath: string, overrides: ListOverrides): Choice {
	const read = (reading: Reading) => fieldAtPath(reading, nextPath);
	const value = read(first)?.value;
	const isClosed = value === undefined || saysNoMore(value);
	const common = { base: 0, read, sure: !isClosed, label: `${nextPath}, set manually` };
	const style = overrides.style ?? (addressIn(value, false) !== undefined ? 'link' : 'cursor');
	if (style === 'link') {
		const strategy: Strategy = { kind: 'link', at: nextPath };
		return only([{ ...common, strategy, parameter: '' }], isClosed);
	}
	const key = nextPath.split('.').at(-1) ?? '';
	const known = STRATEGIES.flatMap((one) =>
		one.kind === 'cursor' && one.at.split('.').at(-1) === plainName(key) ? one.to : [],
	);
	const to = overrides.parameter ? [overrides.parameter] : known.map((words) => spell(words, key));
	if (to.length === 0) return { kind: 'refused', refusal: refuse.nowhereToSend(nextPath) };
	const strategy: Strategy = { kind: 'cursor', at: nextPath, to };
	return only(
		to.map((parameter) => ({ ...common, strategy, parameter })),
		isClosed,
	);
}

function fieldAtPath({ page }: Reading, path: string): PaginationField | undefined {
	const parts = path.split('.').filter((part) => part !== '');
	const header = /^headers?\.(.+)$/i.exec(path)?.[1]?.toLowerCase();
	const headers = Object.entries(page.headers);
	const value = header
		? headers.find(([name]) => name.toLowerCase() === header)?.[1]
		: valueAt(page.body, parts);
	const sibling = (key: string) => valueAt(page.body, [...parts.slice(0, -1), key]);
	return value === undefined ? undefined : { path: parts, value, sibling };
}

/** A style that was set manually is followed even where the pages show nothing of it. */
function candidatesFor(
	style: NonNullable<ListOverrides['style']>,
	{ parameter, firstPage = 1 }: ListOverrides,
): Candidate[] {
	if (style !== 'page' && style !== 'offset' && style !== 'lastId') return [];
	const sent = parameter ?? { page: 'page', offset: 'offset', lastId: 'starting_after' }[style];
	const strategy: Strategy = { kind: style, to: [sent] };
	const label = `${style}, set manually, sent as ${sent}`;
	return [
		{ strategy, parameter: sent, base: style === 'page' ? firstPage : 0, sure: false, label },
	];
}
