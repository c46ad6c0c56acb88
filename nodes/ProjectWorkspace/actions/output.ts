import type { NodeExecutionHint } from 'n8n-workflow';

import type { FieldNotes } from '../parameters/fields';
import { placeholderItem, shapeRecord } from '../records/shape';
import type { JsonObject } from '../records/value';
import { asHtml, shortened } from '../texts';
import type { Hide } from '../transport/types';
import type { Changes } from '../upsert/item';
import type { ItemRun } from './run';

/** The output of an item, and what the node says about it. */
export interface ItemOutput {
	records: JsonObject[];
	/** What a hint counts: what was done for an item that matches records, or what any write would do in a preview. */
	countedResult?: string;
	isPreview?: boolean;
	/** Whether the service was asked to change something. */
	isWritten?: boolean;
	/** How the list was read. */
	summary?: string;
	/** What a person or an agent must know about the records. */
	warning?: string;
	/** What else an agent must know, which sees no hints. */
	notice?: string;
	/** Where the records are in their list, by which an agent can continue. */
	part?: ListPart;
	fields?: Partial<FieldHints>;
}

export interface ListPart {
	/** How many records of the list come before. */
	skip: number;
	/** Says that there are, or may be, more records after them. */
	more?: string;
}

/** Names of fields, by what a hint says about them. */
interface FieldHints extends Pick<FieldNotes, 'omitted' | 'empty' | 'asNull'> {
	notSaved: string[];
	nowhere: string[];
	savedOtherwise: string[];
}

const FIELD_HINTS: Readonly<Record<keyof FieldHints, (fields: string) => string>> = {
	omitted: (fields) =>
		`Not sent, because the service sets these fields itself: ${fields}. To send one anyway, add it in 'Additional Fields'.`,
	empty: (fields) =>
		`Not sent, because they were empty: ${fields}. To clear fields in the service, turn on 'Send Empty Values' under 'Options'.`,
	asNull: (fields) =>
		`Sent as null, which may clear these fields: ${fields}. Leave a field out of 'JSON Body' to keep its value.`,
	notSaved: (fields) =>
		`Missing from the response, so the service may not have saved these fields: ${fields}.`,
	nowhere: (fields) =>
		`Missing from all records, so the service may not have saved these fields: ${fields}. Records that differ only in them were not updated.`,
	savedOtherwise: (fields) =>
		`The service saved different values than you sent in: ${fields}. Provide the values as the service saves them, or each run that matches records writes them again.`,
};

/** What a write has done with a record, or would do. */
export interface WriteResult {
	result: string;
	/** Whether the record is gone, so that its item says so. */
	isRemoval?: boolean;
	/** Undefined if the response has none. */
	records: JsonObject[] | undefined;
	id?: string | number;
	/** Undefined if nothing is known about single fields. */
	changes?: Changes;
}

/** The items of records that were written, with what was done where a person asks for it. */
export function writtenItems(write: WriteResult, run: ItemRun): JsonObject[] {
	const records = write.records ?? [placeholderItem(write.result, write.id)];
	const added = addedFields(write, run, records.length);

	const isNothing = records.length === 0 && Object.keys(added).length > 0;
	return (isNothing ? [{}] : records).map((record) => {
		const fields = Object.entries(shapeRecord(record, run.output));
		const own = fields.filter(([name]) => !Object.hasOwn(added, name));
		return Object.fromEntries([...Object.entries(added), ...own]);
	});
}

/** What the node adds to the fields of a record: first, and never the record's own. */
function addedFields(
	{ result, isRemoval, id, changes = {} }: WriteResult,
	{ options, forAgent }: ItemRun,
	count: number,
): JsonObject {
	const { includeResult, previewOnly } = options;
	const isTold = includeResult || previewOnly;
	return {
		// A skipped item has no record; n8n gives newer agents an empty text for no items.
		...((isTold || (forAgent && count === 0)) && { _result: result }),
		// Always, because n8n's table shows a field that only some items have as a red "undefined".
		...(isTold && { _changes: changes }),
		...(previewOnly && { _preview: true }),
		// n8n asks for it, whatever the service responds.
		...(isRemoval && placeholderItem(result, id)),
	};
}

export interface RunFacts {
	/** Whether n8n would run the node again after a failed item, writes included. */
	isRetried: boolean;
	/** Whether each item lists the same records. */
	isSameList: boolean;
}

/**
 * The hints of a run, shown above its output.
 * @param outputs in the order of the items; undefined for an item that has failed
 */
export function hintsOf(
	outputs: ReadonlyArray<ItemOutput | undefined>,
	hide: Hide,
	{ isRetried, isSameList }: RunFacts,
): NodeExecutionHint[] {
	const successful = outputs.filter((output) => output !== undefined);
	const isWrittenAgain = isRetried && successful.some(({ isPreview }) => !isPreview);
	const isReadAgain = isSameList && successful.length > 1;

	const warnings = [
		isWrittenAgain ? WRITTEN_AGAIN : undefined,
		firstOf(outputs.map((output) => output?.warning)),
	];
	const info = [
		countsHint(successful, outputs.length - successful.length),
		firstOf(outputs.map((output) => output?.summary)),
		isReadAgain ? readAgain(successful.length) : undefined,
		...fieldsHints(successful),
	];
	return [...hintsOfType('warning', warnings, hide), ...hintsOfType('info', info, hide)];
}

const WRITTEN_AGAIN =
	"'Retry On Fail' is on in the node settings: if an item fails, n8n runs all items again, including those already written. Turn it off: the node repeats requests itself where that is safe.";

const readAgain = (times: number): string =>
	`The same list was read ${times} times, once for each item. Turn on Execute Once if you need it once.`;

function hintsOfType(
	type: 'warning' | 'info',
	texts: ReadonlyArray<string | undefined>,
	hide: Hide,
): NodeExecutionHint[] {
	const known = texts.filter((text) => text !== undefined);
	return known.map((text) => ({
		message: asHtml(shortened(hide(text))),
		type,
		location: 'outputPane',
	}));
}

/** The first text that an item has. It names the item if others have another one. */
function firstOf(texts: ReadonlyArray<string | undefined>): string | undefined {
	const [first, ...others] = new Set(texts.filter(Boolean));
	if (first === undefined || others.length === 0) return first;
	return `[item ${texts.indexOf(first)}] ${first} Other items differ.`;
}

/** "2 created, 3 unchanged." */
function countsHint(outputs: readonly ItemOutput[], failed: number): string | undefined {
	// Changes come first.
	const counts = new Map<string, number>([
		['created', 0],
		['updated', 0],
	]);
	for (const { countedResult } of outputs) {
		if (countedResult === undefined) continue;
		counts.set(countedResult, (counts.get(countedResult) ?? 0) + 1);
	}
	const results = [...counts].filter(([, count]) => count > 0);
	if (results.length === 0) return undefined;

	if (failed > 0) results.push(['failed', failed]);
	const text = results.map(([result, count]) => `${count} ${result}`).join(', ');
	const isPreview = outputs.some((output) => output.isPreview);
	return isPreview ? `Preview only, nothing was sent: ${text}.` : `${text}.`;
}

/** What was not sent, or was not saved as it was sent. */
export function fieldsHints(outputs: readonly ItemOutput[]): string[] {
	return Object.entries(FIELD_HINTS).flatMap(([kind, hint]) => {
		const names = outputs.flatMap(({ fields }) => fields?.[kind as keyof FieldHints] ?? []); // its own keys
		return names.length > 0 ? [hint([...new Set(names)].sort().join(', '))] : [];
	});
}
