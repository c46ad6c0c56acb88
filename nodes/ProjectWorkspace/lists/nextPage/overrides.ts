import { valueAt } from '../../records/json';
import { refuse } from '../messages';
import type { Progress } from '../progress';
import type { Reading } from '../reading';
import type { ListOverrides, ListRefusal } from '../types';
import { plainName } from '../../records/fieldNames';
import { type Detected, detect, spell } from './detect';
import { addressIn, type Candidate, saysNoMore } from './follow';
import type { PaginationField } from './paginationFields';
import { STRATEGIES, type Strategy } from './strategies';

export type Choice =
	| ({ kind: 'candidates' } & Detected)
	| { kind: 'refused'; refusal: ListRefusal };

/** The candidates after what was set manually: each part that is set wins, the rest is detected. */
export function choose(reading: Reading, progress: Progress, overrides: ListOverrides): Choice {
	const { style, nextPath, parameter, firstPage } = overrides;
	if (style === 'none')
		return { kind: 'candidates', candidates: [], isClosed: true, isSilent: false };
	if (nextPath) return chooseFrom(reading, nextPath, overrides);
	const detected = detect(reading, progress);
	let { candidates } = detected;
	if (style) {
		candidates = candidates.filter(({ strategy }) => styleOf(strategy) === style);
		const isShown = candidates.some(({ sure, read }) => sure || read);
		const set =
			isShown || reading.records.length === 0 ? undefined : candidateFor(style, overrides);
		if (set) return { kind: 'candidates', candidates: [set], isClosed: false, isSilent: false };
	}
	if (parameter) candidates = unique(candidates.map((one) => sentAs(one, parameter)));
	if (firstPage !== undefined) {
		candidates = unique(
			candidates.map((one) => (one.strategy.kind === 'page' ? { ...one, base: firstPage } : one)),
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
	const key = nextPath.split('.').at(-1) ?? '';
	const isClosed = value === undefined || saysNoMore(value);
	const common = { base: 0, read, sure: !isClosed, label: `${nextPath}, set by hand` };
	const style = overrides.style ?? (addressIn(value, false) !== undefined ? 'link' : 'cursor');
	if (style === 'link') {
		const strategy: Strategy = { kind: 'link', at: nextPath };
		return {
			kind: 'candidates',
			candidates: [{ ...common, strategy, parameter: '' }],
			isClosed,
			isSilent: false,
		};
	}
	const known = STRATEGIES.flatMap((strategy) =>
		strategy.kind === 'cursor' && strategy.at.split('.').at(-1) === plainName(key)
			? strategy.to
			: [],
	);
	const parameters = overrides.parameter
		? [overrides.parameter]
		: [...new Set(known.map((to) => spell(to, key)))];
	if (parameters.length === 0) {
		return { kind: 'refused', refusal: refuse.nowhereToSend(nextPath) };
	}
	const strategy: Strategy = { kind: 'cursor', at: nextPath, to: parameters };
	const candidates = parameters.map((parameter) => ({ ...common, strategy, parameter }));
	return { kind: 'candidates', candidates, isClosed, isSilent: false };
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
function candidateFor(
	style: ListOverrides['style'],
	{ parameter, firstPage }: ListOverrides,
): Candidate | undefined {
	const candidate = (kind: 'page' | 'offset' | 'lastId', usual: string, base: number) => {
		const label = `${kind}, set by hand, sent as ${parameter ?? usual}`;
		return { strategy: { kind, to: [] }, parameter: parameter ?? usual, base, sure: false, label };
	};
	switch (style) {
		case 'page':
			return candidate(style, 'page', firstPage ?? 1);
		case 'offset':
			return candidate(style, 'offset', 0);
		case 'lastId':
			return candidate(style, 'starting_after', 0);
		default:
			return undefined;
	}
}

const sentAs = (candidate: Candidate, parameter: string): Candidate => ({
	...candidate,
	parameter,
	label: `${candidate.label.split(',')[0]}, sent as ${parameter}`,
});

function unique(candidates: readonly Candidate[]): Candidate[] {
	const byKey = new Map<string, Candidate>();
	for (const candidate of candidates) {
		const { strategy, parameter, base } = candidate;
		const key = JSON.stringify([strategy.kind, parameter, strategy.kind === 'page' ? base : 0]);
		if (!byKey.has(key)) byKey.set(key, candidate);
	}
	return [...byKey.values()];
}

const styleOf = ({ kind }: Strategy): ListOverrides['style'] =>
	kind === 'spread' ? 'cursor' : kind;
