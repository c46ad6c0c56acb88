import type { DuplicateRule } from './dedupe/deliveryKey';
import type { SignatureOptions } from '../signature';

/** The collection `options`; n8n leaves out what was not added. */
export interface TriggerOptions extends SignatureOptions {
	eventField?: string;
	otherEvents?: boolean;
	outputPerEvent?: boolean;
	includeDetails?: boolean;
	duplicates?: DuplicateRule;
	duplicateField?: string;
	deliveryIdHeader?: string;
}
