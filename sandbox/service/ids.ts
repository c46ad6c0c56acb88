import { randomUUID } from 'node:crypto';
import type { Settings } from '../settings/types.ts';
import type { Kind } from './endpoints.ts';

/** Type and format of IDs are not shown in the specification, so the form is a setting. */
export function newId(form: Settings['ids'], kind: Kind, sequence: number): string | number {
	if (form === 'uuid') return randomUUID();
	return form === 'number' ? sequence : `${kind}_${sequence}`;
}
