import type { DuplicateRule } from './dedupe/deliveryKey';
import type { Pins } from '../signature';

/** The collection `options`; n8n leaves out what was not added. */
export interface TriggerOptions {
	algorithm?: Pins['algorithm'];
	encoding?: Pins['encoding'];
	prefix?: string;
	signedContent?: string;
	tolerance?: number;
	timestampHeader?: string;
	idHeader?: string;
	eventField?: string;
	otherEvents?: boolean;
	outputPerEvent?: boolean;
	includeDetails?: boolean;
	duplicates?: DuplicateRule;
	duplicateField?: string;
	deliveryIdHeader?: string;
}
