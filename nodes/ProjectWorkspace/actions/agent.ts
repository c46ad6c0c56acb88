import { countOf } from '../texts';
import type { JsonObject } from '../records/value';
import { fieldsHints } from './hints';
import type { ItemOutput } from './output';

/** About as much as an AI agent can use of one response, in addition to its other context. */
export const MAX_RECORDS = 50;
export const MAX_CHARACTERS = 24_000;

/** The items for an agent, which sees no hints. */
export function agentItems(output: ItemOutput): JsonObject[] {
	const items = firstRecords(output.records);
	const rest = noticeOfRest(output, items.length);
	if (rest) items.push(rest);

	for (const notice of [output.notice, output.warning, ...fieldsHints([output])]) {
		if (notice) items.push({ notice });
	}
	return items;
}

/** The first records, up to both limits. The first one is always among them, however long it is. */
function firstRecords(records: readonly JsonObject[]): JsonObject[] {
	const first: JsonObject[] = [];
	let characters = 0;
	for (const record of records.slice(0, MAX_RECORDS)) {
		characters += JSON.stringify(record).length;
		if (characters > MAX_CHARACTERS && first.length > 0) break;
		first.push(record);
	}
	return first;
}

/** Says that there are more records, and how to get them. */
function noticeOfRest({ records, part }: ItemOutput, shown: number): JsonObject | undefined {
	const left = records.length - shown;
	const leftOut = `To keep this response short, it leaves out ${countOf(left, 'more record')}.`;
	const rest = left > 0 ? leftOut : part?.more;
	if (rest === undefined) return undefined;
	if (!part) return { notice: rest };

	const cursor = part.skip + shown;
	const next = `Continue with 'Skip' set to ${cursor} if this tool has it, or narrow the request.`;
	return { notice: `${rest} ${next}`, cursor };
}
