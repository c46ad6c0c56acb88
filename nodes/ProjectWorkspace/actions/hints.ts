import type { NodeExecutionHint } from 'n8n-workflow';

import type { FieldNotes } from '../parameters/fields';
import type { SavedNotes } from '../records/saved';
import { asHtml, joinSentences, shortened } from '../texts';
import type { ItemOutput } from './output';

/** Names of fields, by what a hint says about them. */
export type FieldHints = Omit<FieldNotes, 'warning'> & Partial<SavedNotes>;

/** What a hint says before the names of the fields, and what to do. */
const FIELD_HINTS: ReadonlyArray<[keyof FieldHints, string, string?]> = [
	[
		'omitted',
		'Not sent, because the service sets these fields itself',
		"To send one anyway, add it in 'Additional Fields'",
	],
	[
		'empty',
		'Not sent, because they were empty',
		"To clear fields in the service, turn on 'Send Empty Values' under 'Options'",
	],
	[
		'asNull',
		'Sent as null, which may clear these fields',
		"Leave a field out of 'JSON Body' to keep its value",
	],
	['notSaved', 'Missing from the response, so the service may not have saved these fields'],
	[
		'nowhere',
		'Missing from all records, so the service may not have saved these fields',
		"One record was written to find out, and others that differ only in them were not. To leave these fields out, add them to 'Ignore Fields From Input' under 'Options'",
	],
	[
		'savedOtherwise',
		'The service saved different values than you sent in',
		'Provide the values as the service saves them, or each run that matches records writes them again',
	],
];

interface RunFacts {
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
	{ isRetried, isSameList }: RunFacts,
): NodeExecutionHint[] {
	const successful = outputs.filter((output) => output !== undefined);
	const hints: NodeExecutionHint[] = [];
	const add = (type: 'warning' | 'info', text: string | undefined): void => {
		if (!text) return;
		hints.push({ message: asHtml(shortened(text)), type, location: 'outputPane' });
	};

	if (isRetried && successful.some(({ isPreview }) => !isPreview)) add('warning', WRITTEN_AGAIN);
	add('warning', firstOf(outputs, 'warning'));
	add('info', countsHint(successful, outputs.length - successful.length));
	add('info', firstOf(outputs, 'summary'));
	if (isSameList && successful.length > 1) {
		add(
			'info',
			`The same list was read ${successful.length} times, once for each item. Turn on Execute Once if you need it once.`,
		);
	}
	for (const text of fieldsHints(successful)) add('info', text);
	return hints;
}

const WRITTEN_AGAIN =
	"'Retry On Fail' is on in the node settings: if an item fails, n8n runs all items again, including those already written. Turn it off: the node repeats requests itself where that is safe.";

/** The first text that an item has. It names the item if others have another one. */
function firstOf(
	outputs: ReadonlyArray<ItemOutput | undefined>,
	kind: 'warning' | 'summary',
): string | undefined {
	const texts = outputs.map((output) => output?.[kind]);
	const [first, ...others] = new Set(texts.filter(Boolean));
	if (first === undefined || others.length === 0) return first;
	return `[item ${texts.indexOf(first)}] ${first} Other items differ.`;
}

/** "2 created, 3 unchanged." */
function countsHint(outputs: readonly ItemOutput[], failed: number): string | undefined {
	const results = outputs.flatMap(({ countedResult }) => countedResult ?? []);
	const parts: string[] = [];
	// Changes come first.
	for (const result of new Set(['created', 'updated', ...results])) {
		const count = results.filter((each) => each === result).length;
		if (count > 0) parts.push(`${count} ${result}`);
	}
	if (parts.length === 0) return undefined;
	if (failed > 0) parts.push(`${failed} failed`);

	const isPreview = outputs.some((output) => output.isPreview);
	return `${isPreview ? 'Preview only, nothing was sent: ' : ''}${parts.join(', ')}.`;
}

/** What was not sent, or was not saved as it was sent. */
export function fieldsHints(outputs: readonly ItemOutput[]): string[] {
	const hints: string[] = [];
	for (const [kind, text, advice] of FIELD_HINTS) {
		const names = new Set(outputs.flatMap(({ fields }) => fields?.[kind] ?? []));
		if (names.size === 0) continue;
		hints.push(joinSentences([`${text}: ${[...names].sort().join(', ')}`, advice]));
	}
	return hints;
}
