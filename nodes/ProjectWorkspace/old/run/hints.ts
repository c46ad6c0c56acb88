import type { NodeExecutionHint } from 'n8n-workflow';

import type { Hide } from '../client/redact';
import { asHtml, shortened } from '../texts';
import { notes } from '../lists/outcome';
import type { FieldNotes } from '../parameters/request';
import type { Problem } from '../result';
import { changesNothing, type ItemOutput } from './item';
import { hints } from './messages';

/** Shorter waits are not reported. */
const LONG_WAIT_MS = 5_000;

/**
 * The hints of a run, shown above its output.
 * @param outputs in the order of the items; undefined for an item that did not succeed
 * @param isWrittenAgain whether n8n would run the node again after a rejected item, writes included
 */
export function hintsOf(
	outputs: ReadonlyArray<ItemOutput | undefined>,
	hide: Hide,
	longestWaitMs: number,
	isWrittenAgain = false,
): NodeExecutionHint[] {
	const given = outputs.filter((output) => output !== undefined);
	const counts = countsOf(given.filter(({ preview }) => !preview));
	const previewed = countsOf(given.filter(({ preview }) => preview));
	const ofFields = (kind: keyof FieldNotes | 'normalizedFields') => {
		const names = new Set(given.flatMap((output) => output[kind] ?? []));
		return names.size > 0 ? hints[kind]([...names].sort().join(', ')) : '';
	};
	const info = [
		counts && `${counts}.`,
		previewed && hints.preview(previewed),
		listHint(outputs.map((output) => output?.summary ?? output?.matched?.result.summary)),
		...(['omittedFields', 'emptyFields', 'normalizedFields'] as const).map(ofFields),
		longestWaitMs < LONG_WAIT_MS ? '' : hints.wait(Math.round(longestWaitMs / 1000)),
	];
	const warnings = [
		isWrittenAgain ? hints.retryOnFail : '',
		ofFields('unknownFields'),
		unselectedIn(given),
		warningOf(outputs.map((output) => output?.warning)),
		warningOf(outputs.map((output) => output?.filterProblems?.[0])),
	];
	const shown = (type: 'warning' | 'info', texts: readonly string[]): NodeExecutionHint[] =>
		texts
			.filter(Boolean)
			.map((text) => ({ message: asHtml(shortened(hide(text))), type, location: 'outputPane' }));
	return [...shown('warning', warnings), ...shown('info', info)];
}

/** The selected fields that no item has. */
function unselectedIn(outputs: readonly ItemOutput[]): string {
	const [first, ...others] = outputs.flatMap(({ unselected }) => unselected ?? []);
	const isMissing = (field: string) => others.every(({ missing }) => missing.includes(field));
	const missing = first?.missing.filter(isMissing) ?? [];
	const known = new Set([first, ...others].flatMap((each) => each?.known ?? []));
	return missing.length > 0 ? notes.missingFields(missing, known) : '';
}

/** The warning of the first item that has one. */
function warningOf(warnings: ReadonlyArray<Problem | undefined>): string {
	const [first, ...others] = warnings.filter((each) => each !== undefined);
	return first ? hints.warning(first, warnings.indexOf(first), others.length + 1) : '';
}

function listHint(summaries: ReadonlyArray<string | undefined>): string {
	const [first = '', ...others] = new Set(summaries.filter((summary) => summary !== undefined));
	return others.length === 0 ? first : hints.others(summaries.indexOf(first), first);
}

/** How often there was which result: those that change something first. */
function countsOf(outputs: readonly ItemOutput[]): string {
	const counts = new Map<string, number>();
	for (const what of outputs.flatMap(({ results = [] }) => results))
		counts.set(what, (counts.get(what) ?? 0) + 1);
	const isIdle = (what: string) => Number(changesNothing(what));
	const sorted = [...counts].sort(([a], [b]) => isIdle(a) - isIdle(b) || (a < b ? -1 : 1));
	return sorted.map(([what, times]) => `${times} ${what}`).join(', ');
}
