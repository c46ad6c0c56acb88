import { ownId } from '../../records/fieldNames';
import type { WayKind } from '../../records/paginationFields';
import type { Reading } from '../page/reading';
import { lastIdWay, offsetWay, pageWay } from './countedWay';
import { cursorWay, linkWay } from './ledWay';
import type { Way } from './way';

/** One way, before anything is requested by it. */
export interface WaySpec {
	kind: WayKind;
	parameter: string;
	/** The number of the first page, or the offset of the first record. */
	base: number;
	/** If the way is confirmed, pages may also be counted from here. */
	nearerBase?: number;
	/** The field with the cursor, link or number: its name in the table, unless it was set manually, and its path. */
	name?: string;
	path?: string;
}

const WAYS: Record<WayKind, (spec: WaySpec) => Way> = {
	link: ({ name, path = '' }) => linkWay({ name, path }),
	cursor: ({ name, path = '', parameter }) => cursorWay({ name, path, parameter }),
	page: pageWay,
	offset: offsetWay,
	lastId: ({ parameter }) => lastIdWay(parameter, ({ reading }) => lastIdOf(reading)),
};

export const wayBy = (spec: WaySpec): Way => WAYS[spec.kind](spec);

export function lastIdOf({ fields, records }: Reading): string | undefined {
	const stated = fields.find('lastid')[0]?.value;
	if (typeof stated === 'string' && stated !== '') return stated;
	const last = records.at(-1);
	const id = last && ownId(last);
	return id === undefined ? undefined : String(id);
}
