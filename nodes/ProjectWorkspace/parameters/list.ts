/** What Get Many returns: how many records, in which order, and which of their fields. */
import { UserError } from '../errors';
import type { SortField } from '../records/order';
import type { OutputShape } from '../records/shape';
import { namedRows } from './fixedCollection';
import { isNotSet } from './notSet';
import type { ParameterReader } from './reader';
import { choiceOf, namesIn, readChoice, readToggle, wholeNumberOf } from './simpleTypes';

const DEFAULT_LIMIT = 50;

/** @returns undefined if 'Return All' is on */
export function readLimit(reader: ParameterReader): number | undefined {
	if (readToggle(reader, 'returnAll', 'Return All')) return undefined;

	const limit = reader.get('limit', DEFAULT_LIMIT);
	if (isNotSet(reader, limit, 'Limit', 'limit')) return DEFAULT_LIMIT;
	return wholeNumberOf(limit, 'Limit', 1);
}

export function readSort(reader: ParameterReader): SortField[] {
	const rows = namedRows(reader, reader.get('sort', {}), 'Sort', { group: 'field' });
	return rows.map(({ name, row }) => ({
		name,
		direction: choiceOf(row.direction, 'Sort', ['asc', 'desc']),
	}));
}

/** 'Simplify' or, for an agent, 'Output'. Operations without these parameters return all fields. */
export function readOutput(reader: ParameterReader): OutputShape {
	if (reader.forAgent) return readToolOutput(reader);
	return { mode: readToggle(reader, 'simple', 'Simplify') ? 'simplified' : 'raw' };
}

function readToolOutput(reader: ParameterReader): OutputShape {
	const mode = readChoice(reader, 'output', 'Output', ['raw', 'simplified', 'selected', 'count']);
	if (mode !== 'selected') return { mode };

	const fields = namesIn(reader.get('outputFields', []), 'Output Fields');
	if (fields.length === 0) {
		throw new UserError(
			'No output fields are selected',
			"Choose at least one in 'Output Fields', or set 'Output' to 'Raw' or 'Simplified'.",
		);
	}
	return { mode, fields };
}
