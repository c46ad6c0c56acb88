import type { FieldNotes } from '../parameters/fields';
import { shapeRecord } from '../records/shape';
import type { JsonObject } from '../records/value';
import type { Written } from '../upsert/write';
import type { FieldHints } from './hints';
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
	fields?: FieldHints;
}

export interface ListPart {
	/** How many records of the list come before. */
	skip: number;
	/** Says that there are, or may be, more records after them. */
	more?: string;
}

/** The output of a write, or of a preview of one. */
export function outputOfWrite(
	write: Written,
	run: ItemRun,
	{ warning, ...fields }: FieldNotes = {},
): ItemOutput {
	const { previewOnly } = run.options;
	const isNoChange = ['unchanged', 'skipped'].includes(write.result);
	return {
		records: writtenItems(write, run),
		isPreview: previewOnly,
		isWritten: !previewOnly && !isNoChange,
		warning,
		fields: { ...fields, ...write.notes },
	};
}

/** The items of records that were written, with what was done where a person asks for it. */
function writtenItems(write: Written, run: ItemRun): JsonObject[] {
	const records = write.records ?? [placeholderItem(write.result, write.id)];
	const added = addedFields(write, run, records.length);
	if (records.length === 0 && Object.keys(added).length > 0) return [added];

	// They come first, and the record's own do not replace them.
	return records.map((record) => ({ ...added, ...shapeRecord(record, run.output), ...added }));
}

/** What the node adds to the fields of a record. */
function addedFields(
	{ result, isRemoval, id, changes = {} }: Written,
	{ options, reader }: ItemRun,
	count: number,
): JsonObject {
	const { includeResult, previewOnly } = options;
	const isTold = includeResult || previewOnly;

	const added: JsonObject = {};
	// A skipped item has no record; n8n gives newer agents an empty text for no items.
	if (isTold || (reader.item.forAgent && count === 0)) added._result = result;
	// Always, because n8n's table shows a field that only some items have as a red "undefined".
	if (isTold) added._changes = changes;
	if (previewOnly) added._preview = true;
	// n8n asks for it, whatever the service responds.
	return isRemoval ? { ...added, ...placeholderItem(result, id) } : added;
}

/** The item for a change whose response has no content: `{ deleted: true, id }`. */
function placeholderItem(result: string, id: string | number | undefined): JsonObject {
	return id === undefined ? { [result]: true } : { [result]: true, id };
}
