import { LIST_FIELDS } from '../../records/envelopeFields';
import { plainName } from '../../records/fieldNames';
import type { Candidate } from './listCandidates';

/**
 * Chooses where the records are. Lists with the resource's name or a usual name come first: the nearest one, and at the
 * same depth the resource's name before the usual ones. Then a single record, then the only list in the response. A list
 * with records is chosen only if no empty list comes before it. Returns several if it is not clear which one is meant.
 */
export function chooseList(all: readonly Candidate[]): readonly Candidate[] {
	const hasRecords = all.some(({ has }) => has === 'records');
	// Lists of plain values count only if no list has records.
	const lists = all.filter(
		({ has }) => has === 'nothing' || has === 'records' || (has === 'values' && !hasRecords),
	);
	const named = lists.filter(({ name }) => name !== 'other').sort((a, b) => order(a) - order(b));
	const [first] = named;
	if (!first) return chooseOther(all, lists);
	const best = named.find(isFilled);
	if (!best) return [first];
	const rivals = named.filter((list) =>
		isFilled(list)
			? list !== best &&
				depth(list) === depth(best) &&
				list.name === best.name &&
				!isConnection(list, best)
			: order(list) < order(best) || best.has === 'values',
	);
	return [best, ...rivals];
}

function chooseOther(all: readonly Candidate[], lists: readonly Candidate[]): readonly Candidate[] {
	const own = lists.filter(({ isForeign }) => !isForeign);
	const left = own.length > 0 ? own : lists;
	const filled = left.filter(isFilled);
	const nulls = all.filter(({ has }) => has === 'null');
	const records = all.filter(({ has, name }) => has === 'record' && name !== 'other');
	if (records.length > 0)
		return [...records, ...nulls, ...left.filter(({ has }) => has !== 'values')];
	if (filled.length === 0) return [...left, ...nulls].slice(0, 1);
	return [
		...filled,
		...nulls,
		...(filled[0]?.has === 'values' ? left.filter((list) => !isFilled(list)) : []),
	];
}

const lastName = ({ path }: Candidate) => plainName(path.at(-1) ?? '');
const depth = ({ path }: Candidate) => path.length;
const isFilled = ({ has }: Candidate) => has === 'records' || has === 'values';

/** By depth, then by name. */
const order = (list: Candidate) =>
	depth(list) * 100 + (list.name === 'resource' ? 0 : 1 + LIST_FIELDS.indexOf(lastName(list)));

/** A GraphQL connection may give the same records as edges and as nodes. */
const isConnection = (...lists: Candidate[]) =>
	lists.every((list) => ['edges', 'nodes'].includes(lastName(list)));
