import { sameField } from '../records/sameValue';
import type { Settings } from './settings';
import { watchedFields, type Watched } from './watched';

/**
 * The watched fields of the first records of each node's last poll, and the field that was then the only one to have
 * changed in most of them.
 */
const lastPolls = new Map<
	string,
	{ scope: string; records: ReadonlyMap<string, object>; field?: string; isTold: boolean }
>();

const COMPARED_RECORDS = 20;

/** With fewer, it may be chance. */
const MIN_RECORDS = 5;

/**
 * The field that alone changes in most records from poll to poll, such as a link that is signed anew: it would start the
 * workflow with all records each time. Undefined until two polls have shown it, and after it was told.
 */
export function restlessField(
	nodeKey: string,
	scope: string,
	present: ReadonlyMap<string, Pick<Watched, 'record'>>,
	settings: Pick<Settings, 'fields' | 'ignored'>,
): string | undefined {
	const last = lastPolls.get(nodeKey);
	const compared = [...present].slice(0, COMPARED_RECORDS);
	const records = new Map(
		compared.map(([key, { record }]) => [key, watchedFields(record, settings)]),
	);
	if (last?.scope !== scope) {
		lastPolls.set(nodeKey, { scope, records, isTold: false });
		return undefined;
	}
	const field = onlyChange(last.records, records);
	const isTold = last.isTold || (field !== undefined && field === last.field);
	lastPolls.set(nodeKey, { scope, records, field, isTold });
	return isTold && !last.isTold ? field : undefined;
}

/** The field that has changed in most records, if it is the only one in all of them. */
function onlyChange(
	before: ReadonlyMap<string, object>,
	now: ReadonlyMap<string, object>,
): string | undefined {
	const shared = [...now].flatMap(([key, fields]) => {
		const last = before.get(key);
		return last ? [changedFields(last, fields)] : [];
	});
	const changed = shared.filter((names) => names.length > 0);
	if (changed.length < MIN_RECORDS || changed.length * 2 <= shared.length) return undefined;
	const fields = new Set(changed.flat());
	const [field] = fields;
	return fields.size === 1 ? field : undefined;
}

const changedFields = (before: object, now: object): string[] =>
	[...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
		(name) => !sameField(before, now, name, 'UTC'),
	);
