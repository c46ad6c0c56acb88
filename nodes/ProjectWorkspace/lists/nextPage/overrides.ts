import type { Family } from './families';
import { FAMILIES } from './families';
import { findRoutes } from './findRoutes';
import { valueAt, wholeNumber } from '../../records/json';
import type { Reading } from '../reading';
import { addressIn, type Route } from './route';
import type { Sign } from './signs';
import { normalise, spell } from './spelling';
import type { ListOverrides, ListRefusal } from '../types';
import { refuse } from '../wording';

export type Choice =
	| { kind: 'routes'; routes: Route[]; statedEnd: boolean }
	| { kind: 'refused'; refusal: ListRefusal };

/** The ways on after what was set by hand: each part that is set wins, the rest is found out. */
export function chooseRoutes(first: Reading, overrides: ListOverrides): Choice {
	const { style, nextPath, parameter } = overrides;
	if (style === 'none') return { kind: 'routes', routes: [], statedEnd: true };
	if (nextPath) return routesFrom(first, nextPath, overrides);
	const found = findRoutes(first);
	let { routes } = found;
	if (style) routes = routes.filter(({ family }) => styleOf(family) === style);
	if (parameter) routes = renamed(routes, parameter);
	if (routes.length > 0) return { kind: 'routes', routes, statedEnd: found.statedEnd };
	const forced = style && forcedRoute(style, overrides);
	const goesOn = forced && first.stated.more !== false && first.records.length > 0;
	if (goesOn) return { kind: 'routes', routes: [forced], statedEnd: false };
	if (parameter && !found.statedEnd && !style) {
		return { kind: 'refused', refusal: refuse.nothingToSend(parameter) };
	}
	return { kind: 'routes', routes: [], statedEnd: found.statedEnd };
}

function routesFrom(first: Reading, nextPath: string, overrides: ListOverrides): Choice {
	const read = (reading: Reading) => signAt(reading, nextPath);
	const value = read(first)?.value;
	const key = nextPath.split('.').at(-1) ?? '';
	const label = `${nextPath}, set by hand`;
	const base = { base: 0, read, sure: true, label };
	const style = overrides.style ?? (addressIn(value, false) !== undefined ? 'link' : 'cursor');
	if (style === 'link') {
		const family: Family = { kind: 'link', at: nextPath };
		return { kind: 'routes', routes: [{ ...base, family, parameter: '' }], statedEnd: false };
	}
	const known = FAMILIES.flatMap((family) =>
		family.kind === 'cursor' && family.at.split('.').at(-1) === normalise(key) ? family.to : [],
	);
	const parameters = overrides.parameter
		? [overrides.parameter]
		: [...new Set(known.map((to) => spell(to, key)))];
	if (parameters.length === 0) {
		return { kind: 'refused', refusal: refuse.nowhereToSend(nextPath) };
	}
	const family: Family = { kind: 'cursor', at: nextPath, to: parameters };
	const routes = parameters.map((parameter) => ({ ...base, family, parameter }));
	return { kind: 'routes', routes, statedEnd: false };
}

function signAt({ page }: Reading, path: string): Sign | undefined {
	const parts = path.split('.').filter((part) => part !== '');
	const header = /^headers?\.(.+)$/i.exec(path)?.[1]?.toLowerCase();
	const headers = Object.entries(page.headers);
	const value = header
		? headers.find(([name]) => name.toLowerCase() === header)?.[1]
		: valueAt(page.body, parts);
	const beside = (key: string) => valueAt(page.body, [...parts.slice(0, -1), key]);
	return value === undefined ? undefined : { path: parts, value, beside };
}

/** A style set by hand is followed even where the answer shows nothing: until a page is empty. */
function forcedRoute(style: ListOverrides['style'], overrides: ListOverrides): Route | undefined {
	const route = (family: Family, parameter: string, base: number): Route => {
		const label = `${style}, set by hand, sent as ${parameter}`;
		return { family, parameter, base, sure: false, label, forced: true };
	};
	const { parameter, firstPage } = overrides;
	if (style === 'page') {
		return route({ kind: 'page', to: [] }, parameter ?? 'page', wholeNumber(firstPage) ?? 1);
	}
	if (style === 'offset') return route({ kind: 'offset', to: [] }, parameter ?? 'offset', 0);
	if (style === 'lastId')
		return route({ kind: 'lastId', to: [] }, parameter ?? 'starting_after', 0);
	return undefined;
}

function renamed(routes: readonly Route[], parameter: string): Route[] {
	const byBase = new Map<string, Route>();
	for (const route of routes) {
		const key = `${route.family.kind} ${route.family.kind === 'page' ? route.base : ''}`;
		if (!byBase.has(key))
			byBase.set(key, {
				...route,
				parameter,
				label: `${route.label.split(',')[0]}, sent as ${parameter}`,
			});
	}
	return [...byBase.values()];
}

function styleOf({ kind }: Family): ListOverrides['style'] {
	return kind === 'spread' ? 'cursor' : kind;
}
