import { isObject, type JsonObject } from '../../records/json';
import { BESIDE_KEYS, LIST_KEYS, RESOURCE_KEYS } from './recordShapes';
import { normalise } from '../nextPage/spelling';
import type { ResourceName } from '../types';

interface Candidate {
	path: string[];
	names: string[];
	array: readonly unknown[];
}

export type Choice =
	| { kind: 'one'; array: readonly unknown[]; path: string[] }
	| { kind: 'several'; paths: string[] }
	| { kind: 'none' };

/** `data.viewer.users.edges` is the deepest shape seen in public. */
const DEEPEST = 4;
/** Without a name that speaks for it, an array further down belongs to something else. */
const DEEPEST_UNNAMED = 2;
/** A bound, so that a huge object keyed by something costs no more than a look. */
const MOST_KEYS = 200;

export function gatherArrays(body: JsonObject): Candidate[] {
	const found: Candidate[] = [];
	const look = (value: JsonObject, path: string[], names: string[]) => {
		for (const [key, inner] of Object.entries(value).slice(0, MOST_KEYS)) {
			const name = normalise(key);
			if (BESIDE_KEYS.has(name)) continue;
			const here = { path: [...path, key], names: [...names, name] };
			if (Array.isArray(inner)) found.push({ ...here, array: inner });
			else if (isObject(inner) && here.path.length < DEEPEST)
				look(inner, here.path, here.names);
		}
	};
	look(body, [], []);
	return found;
}

/**
 * Chooses by the resource's name, then by the usual names, then the only one there is.
 * @param named only what a name speaks for
 */
export function choose(all: Candidate[], resource: ResourceName, named: boolean): Choice {
	const own: readonly string[] = RESOURCE_KEYS[resource];
	const byResource = all.filter(({ names }) => own.includes(nameOf(names)));
	if (byResource.length > 0) return shallowest(byResource);

	const objects = all.filter(({ array }) => array.some(isObject));
	const likely =
		objects.length > 0
			? all.filter(({ array }) => array.length === 0 || array.some(isObject))
			: all;
	const usual = likely.filter(({ names }) => LIST_KEYS.includes(names.at(-1) ?? ''));
	if (usual.length > 0) {
		const depth = Math.min(...usual.map(({ path }) => path.length));
		const best = usual
			.filter(({ path }) => path.length === depth)
			.sort((a, b) => order(a) - order(b))[0];
		if (best) return { kind: 'one', array: best.array, path: best.path };
	}
	if (named) return { kind: 'none' };

	const near = (objects.length > 0 ? objects : all).filter(
		({ path }) => path.length <= DEEPEST_UNNAMED,
	);
	// A list named for another resource is loaded beside this one (Discourse: topics with their users).
	const others = Object.values<readonly string[]>(RESOURCE_KEYS).flat();
	const rest = near.filter(({ names }) => !others.includes(names.at(-1) ?? ''));
	const left = rest.length > 0 ? rest : near;
	// Where all are empty, so is the list, whichever it is.
	return shallowest(left.every(({ array }) => array.length === 0) ? left.slice(0, 1) : left, true);
}

/** `users.edges` and `users.data` are named `users`. */
function nameOf(names: string[]): string {
	const last = names.at(-1) ?? '';
	const above = names.at(-2);
	return above !== undefined && LIST_KEYS.includes(last) ? above : last;
}

function order({ names }: Candidate): number {
	return LIST_KEYS.indexOf(names.at(-1) ?? '');
}

function shallowest(candidates: Candidate[], all = false): Choice {
	const depth = Math.min(...candidates.map(({ path }) => path.length));
	const nearest = all ? candidates : candidates.filter(({ path }) => path.length === depth);
	const [first, second] = nearest;
	if (!first) return { kind: 'none' };
	if (second) return { kind: 'several', paths: nearest.map(({ path }) => path.join('.')) };
	return { kind: 'one', array: first.array, path: first.path };
}
