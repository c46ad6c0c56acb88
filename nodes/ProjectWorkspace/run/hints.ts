import type { NodeExecutionHint } from 'n8n-workflow';

import type { ItemOutput } from './itemRun';
import { hints } from './messages';

/** Shorter waits are not reported. */
const LONG_WAIT_MS = 5_000;

/**
 * The hints of a run, shown above its output.
 * @param outputs in the order of the items; undefined for an item that did not succeed
 * @param longestWait milliseconds
 */
export function hintsOf(
	outputs: ReadonlyArray<ItemOutput | undefined>,
	longestWait: number,
): NodeExecutionHint[] {
	const given = outputs.filter((output) => output !== undefined);
	const info = [
		...listHint(outputs.map((output) => output?.summary)),
		...doneHint(given.filter(({ preview }) => !preview)),
		...doneHint(given.filter(({ preview }) => preview)).map(hints.preview),
		...fieldsHint(hints.omittedFields, given, 'omittedFields'),
		...fieldsHint(hints.normalizedFields, given, 'normalizedFields'),
		...(longestWait < LONG_WAIT_MS ? [] : [hints.wait(Math.round(longestWait / 1000))]),
	];
	const warnings = outputs.map((output) => output?.warning);
	const [first, ...others] = warnings.filter((each) => each !== undefined);
	const warning = first && hints.incomplete(first, warnings.indexOf(first), others.length + 1);
	return [
		...(warning === undefined ? [] : [{ message: warning, type: 'warning' } as const]),
		...info.map((message) => ({ message, type: 'info' }) as const),
	].map((hint) => ({ ...hint, location: 'outputPane' }));
}

/** How lists were read. */
function listHint(summaries: ReadonlyArray<string | undefined>): string[] {
	const [first, ...others] = new Set(summaries.filter((summary) => summary !== undefined));
	if (first === undefined) return [];
	return others.length === 0 ? [first] : [hints.others(summaries.indexOf(first), first)];
}

/** How many records were created, updated and so on. */
function doneHint(outputs: readonly ItemOutput[]): string[] {
	const count = new Map<string, number>();
	for (const what of outputs.flatMap(({ done = [] }) => done))
		count.set(what, (count.get(what) ?? 0) + 1);
	const parts = [...count].sort().map(([what, times]) => `${times} ${what}`);
	return parts.length === 0 ? [] : [`${parts.join(', ')}.`];
}

function fieldsHint(
	hint: (fields: string) => string,
	outputs: readonly ItemOutput[],
	which: 'omittedFields' | 'normalizedFields',
): string[] {
	const names = new Set(outputs.flatMap((output) => output[which] ?? []));
	return names.size === 0 ? [] : [hint([...names].sort().join(', '))];
}
