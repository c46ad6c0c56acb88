import type { NodeExecutionHint } from 'n8n-workflow';

import type { FieldNotes } from '../parameters/fields';
import type { Options } from '../parameters/options';
import { shapeRecord, type OutputShape } from '../records/shape';
import type { JsonObject } from '../records/value';
import { resources } from '../resources';
import { asHtml, joinSentences, shortened } from '../texts';
import type { Hide } from '../transport/types';
import type { MatchList } from '../upsert/matchList';
import type { Changes } from '../upsert/plan';

/** What an item has given. */
export interface ItemOutput {
	records: JsonObject[];
	/** What was done with the record of an item that matched one, or would be done: `created`, `unchanged` … */
	result?: string;
	isPreview?: boolean;
	/** Whether the service was asked to change something. */
	isWritten?: boolean;
	/** The list in which the record was matched, which many items share. */
	matched?: MatchList;
	/** How the list of this item was read, in sentences. */
	summary?: string;
	/** What a person or an agent must know about the records. */
	warnings?: string[];
	fields?: Partial<FieldHints>;
	/** For an agent: where the records are in their list … */
	page?: Page;
	/** … and what to say if there are none. */
	none?: string;
}

export interface Page {
	/** How many records of the list come before these. */
	skipped: number;
	/** Whether there are more after them; undefined if that is not known. */
	more: boolean | undefined;
}

/** Names of fields, by what a hint says about them. */
interface FieldHints extends Pick<FieldNotes, 'omitted' | 'empty'> {
	notSaved: string[];
	nowhere: string[];
	savedOtherwise: string[];
	emptied: string[];
}

const fieldHints: Readonly<Record<keyof FieldHints, (fields: string) => string>> = {
	omitted: (fields) =>
		`Not sent, because the service sets these fields itself: ${fields}. To send one anyway, add it in 'Additional Fields'.`,
	empty: (fields) =>
		`Not sent, because they were empty: ${fields}. To clear fields in the service, turn on 'Send Empty Values' under 'Options'.`,
	notSaved: (fields) =>
		`Missing from the response, so the service may not have saved these fields: ${fields}.`,
	nowhere: (fields) =>
		`Missing from all records, so the service may not have saved these fields: ${fields}. Records that differ only in them were not updated.`,
	savedOtherwise: (fields) =>
		`The service saved different values than you sent in: ${fields}. Each run will write them again, unless you provide the values as the service saves them.`,
	emptied: (fields) =>
		`Not sent, and empty in the response: ${fields}. If they had values before, the service replaces the whole record: send all its fields.`,
};

export interface Done {
	result: string;
	/** Undefined if nothing is known about single fields. */
	changes?: Changes;
}

/** The items of records that were written, with what was done where a person asks for it. */
export function writtenItems(
	records: readonly JsonObject[],
	done: Done,
	{ options, output, forAgent }: { options: Options; output: OutputShape; forAgent: boolean },
): JsonObject[] {
	const { includeResult, previewOnly } = options;
	const added = new Map<string, JsonObject[string]>();
	if (includeResult || previewOnly) {
		added.set('_result', done.result);
		// Always, because n8n's table shows a field that only some items have as a red "undefined".
		added.set('_changes', done.changes ?? {});
	}
	if (previewOnly) added.set('_preview', true);

	// A skipped item has no record; n8n gives newer agents an empty text for no items.
	if (records.length === 0 && forAgent) added.set('_result', done.result);
	const shown = records.length === 0 && added.size > 0 ? [{}] : records;
	return shown.map((record) => {
		const fields = Object.entries(shapeRecord(record, output, forAgent));
		// First, and never the record's own.
		return Object.fromEntries([...added, ...fields.filter(([name]) => !added.has(name))]);
	});
}

export interface RunFacts {
	hide: Hide;
	/** Whether n8n would run the node again after a failed item, writes included. */
	isRetried: boolean;
}

/**
 * The hints of a run, shown above its output.
 * @param outputs in the order of the items; undefined for an item that has failed
 */
export function hintsOf(
	outputs: ReadonlyArray<ItemOutput | undefined>,
	facts: RunFacts,
): NodeExecutionHint[] {
	const successful = outputs.filter((output) => output !== undefined);

	const info = [countsHint(successful), listHint(outputs), ...fieldsHints(successful)];
	const isWrittenAgain = facts.isRetried && successful.some(({ isPreview }) => !isPreview);
	const warnings = [
		isWrittenAgain &&
			"'Retry On Fail' is on in the node settings: if an item fails, n8n runs all items again, including those already written. Turn it off: the node repeats requests itself where that is safe.",
		warningsHint(outputs),
	];
	return [...shown('warning', warnings, facts.hide), ...shown('info', info, facts.hide)];
}

function shown(
	type: 'warning' | 'info',
	texts: ReadonlyArray<string | false | undefined>,
	hide: Hide,
): NodeExecutionHint[] {
	const location = 'outputPane';
	return texts.flatMap((text) => {
		if (text === undefined || text === false || text === '') return [];
		return { message: asHtml(shortened(hide(text))), type, location };
	});
}

/** Those that change something come first. */
const RESULTS = new Set([
	...resources.flatMap(({ endpoints }) =>
		Object.values(endpoints).flatMap(({ result }) => result ?? []),
	),
	'skipped',
	'unchanged',
]);

/** "2 created, 3 unchanged." */
function countsHint(outputs: readonly ItemOutput[]): string | undefined {
	const counts = [...RESULTS].flatMap((result) => {
		const count = outputs.filter((output) => output.result === result).length;
		return count > 0 ? [`${count} ${result}`] : [];
	});
	const [first, ...others] = counts;
	if (first === undefined) return undefined;
	if (!outputs.some(({ isPreview }) => isPreview)) return `${counts.join(', ')}.`;

	const isIdle = /skipped|unchanged/.test(first);
	const wouldBe = isIdle ? first : first.replace(' ', ' would be ');
	return `Preview only: ${[wouldBe, ...others].join(', ')}.`;
}

function listHint(outputs: ReadonlyArray<ItemOutput | undefined>): string | undefined {
	const lists = outputs.flatMap((output) => output?.matched ?? []);
	const [list] = lists;
	if (list && lists.length > 1 && new Set(lists).size === 1)
		return sharedListHint(list, lists.length);

	const summaries = outputs.map((output) => output?.summary ?? output?.matched?.list.summary);
	const [first, ...others] = new Set(summaries.filter((summary) => summary !== undefined));
	if (first === undefined || others.length === 0) return first;
	return `[item ${summaries.indexOf(first)}] ${first} Lists for other items differ.`;
}

/** One list in which all items were matched. */
function sharedListHint({ list, readings }: MatchList, items: number): string {
	const { completeness, records, summary } = list;
	if (completeness.is !== 'complete' || records.length < 2) return summary;

	const times = readings === 1 ? 'once' : 'twice';
	return `All ${records.length} records were read ${times}, for ${items} input items.`;
}

function fieldsHints(outputs: readonly ItemOutput[]): string[] {
	return Object.entries(fieldHints).flatMap(([kind, hint]) => {
		const names = outputs.flatMap(({ fields }) => fields?.[kind as keyof FieldHints] ?? []); // its own keys
		return names.length > 0 ? [hint([...new Set(names)].sort().join(', '))] : [];
	});
}

/** Those of the first item that has some. */
function warningsHint(outputs: ReadonlyArray<ItemOutput | undefined>): string | undefined {
	const items = [...outputs.keys()].filter((item) => outputs[item]?.warnings?.length);
	const [first] = items;
	if (first === undefined) return undefined;

	const text = joinSentences(outputs[first]?.warnings ?? []);
	return items.length > 1 ? `[item ${first} and ${items.length - 1} more] ${text}` : text;
}
