/** What Get Many returns: how many records, in which order, and which of their fields. */
import { UserError } from '../errors';
import type { SortField } from '../records/order';
import type { OutputShape } from '../records/shape';
import type { ParameterReader } from './reader';

const DEFAULT_LIMIT = 50;

/** @returns undefined if 'Return All' is on */
export function readLimit(reader: ParameterReader): number | undefined {
	if (reader.toggle('returnAll', 'Return All')) return undefined;
	return reader.wholeNumber('limit', 'Limit', 1) ?? DEFAULT_LIMIT;
}

export const readSort = (reader: ParameterReader): SortField[] =>
	reader.rows('sort', 'Sort', 'field').map(({ name, row }) => ({
		name,
		direction: row.choice('direction', 'Sort', ['asc', 'desc']),
	}));

/** 'Simplify' or, for an agent, 'Output'. Operations without these parameters return all fields. */
export function readOutput(reader: ParameterReader): OutputShape {
	if (!reader.item.forAgent) {
		return { mode: reader.toggle('simple', 'Simplify') ? 'simplified' : 'raw' };
	}

	const mode = reader.choice('output', 'Output', ['raw', 'simplified', 'selected', 'count']);
	if (mode !== 'selected') return { mode };

	const fields = reader.names('outputFields', 'Output Fields');
	if (fields.length > 0) return { mode, fields };
	throw new UserError(
		'No output fields are selected',
		"Choose at least one in 'Output Fields', or set 'Output' to 'Raw' or 'Simplified'.",
	);
}
