import type { IDataObject } from 'n8n-workflow';

import type { Operation, Upsert } from '../catalogue';
import type { Client } from '../client/connect';
import type { ItemError } from '../itemError';
import type { KnownWays } from '../lists/nextPage/knownWays';
import { type Output, readOutput } from '../parameters/output';
import type { ParameterReader } from '../parameters/reader';
import { readOptions, type Options } from '../parameters/readOptions';
import { withinBudget, type PageInfo } from '../records/budget';
import { shapeRecord } from '../records/shape';
import { all, ok, type Problem, type Result } from '../result';
import type { createMatchLists } from '../upsert/matchLists';

/** What one item gives. */
export interface ItemOutput {
	records: IDataObject[];
	/** How a list was read, in sentences. */
	summary?: string;
	/** Fields of the input that were not sent. */
	omittedFields?: string[];
	/** Fields that the service has saved in another form. */
	normalizedFields?: string[];
	/** What became of the records that were looked for or previewed. */
	done?: string[];
	/** Whether nothing was sent. */
	preview?: boolean;
	/** It is not known whether the list is complete. */
	warning?: Problem;
}

export type ItemResult = Result<ItemOutput, ItemError>;

/** What all items of a run have in common. */
export interface Run {
	read: ParameterReader;
	operation: Operation | Upsert;
	client: Client;
	/** Opens the lists in which records are found by their fields. What a preview writes is only found by previews. */
	matchLists: Record<'real' | 'preview', ReturnType<typeof createMatchLists>>;
	/** What lists of this run have shown of the way to the next page. */
	knownWays: KnownWays;
	/** Whether an AI agent reads the output. */
	forAgent: boolean;
}

/** What the work on one item needs. */
export interface ItemRun extends Run {
	item: number;
	options: Options;
	output: Output;
	/** What is returned of a record, and of all. */
	shape: (record: IDataObject) => IDataObject;
	fitBudget: (records: IDataObject[], place?: PageInfo) => IDataObject[];
}

/** Reads what all operations need of an item's parameters. */
export function openItem(run: Run, item: number): Result<ItemRun> {
	const { read, forAgent } = run;
	const parameters = all({ options: readOptions(read, item), output: readOutput(read, item) });
	if (!parameters.ok) return parameters;
	const { options, output } = parameters.value;
	return ok({
		...run,
		item,
		options,
		output,
		shape: (record) =>
			output.mode === 'count' ? record : shapeRecord(record, output, { keepId: forAgent }),
		fitBudget: (records, place) => (forAgent ? withinBudget(records, place) : records),
	});
}
