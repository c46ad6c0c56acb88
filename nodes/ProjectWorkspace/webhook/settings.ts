import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { readFilter } from '../parameters/filters';
import { optionReader } from '../parameters/options';
import type { ParameterReader } from '../parameters/reader';
import { choiceOf, readSelection, toggleOf } from '../parameters/simpleTypes';
import type { RecordFilter } from '../records/filter';
import { textOf } from '../records/value';
import { redactorOf } from '../transport/redact';
import { readSignatureSettings, type SignatureSettings } from '../transport/signatureSettings';
import type { Redactor } from '../transport/types';
import { EVENTS } from './events';
import { isLayout } from './layouts';

/** The credential's fields about signatures, and what must not be shown. */
export interface Signing extends SignatureSettings {
	hide: Redactor;
}

/**
 * When a workflow is published, n8n shows the message only, so it says what to do.
 * @throws UserError if deliveries cannot be verified with it
 */
export function readSigning(credential: ICredentialDataDecryptedObject): Signing {
	const settings = readSignatureSettings(credential);
	if (settings.secrets.length === 0) {
		throw new UserError(
			"The credential has no signing secret: fill in 'Signing Secret'",
			'You find it in the service under account settings → Webhooks. If there is no webhook yet, add one with the production URL of this node first.',
		);
	}

	const signedContent = settings.signedContent?.replace('{ID}', '{id}');
	if (signedContent !== undefined && !isLayout(signedContent)) {
		throw new UserError(
			"'Signed Content' in the credential must contain {body} once",
			'It may also contain {timestamp} and {ID} once, and fixed text. It has at most 200 characters.',
		);
	}
	return { ...settings, signedContent, hide: redactorOf(credential) };
}

/** The parameters of the node. */
export interface TriggerSettings {
	/** At least one. */
	events: string[];
	filter?: RecordFilter;
	options: TriggerOptions;
}

/** By the names that workflows save. */
export interface TriggerOptions {
	duplicates: 'automatic' | 'letThrough';
	/** Empty if it is not set, like 'Event Field'. */
	duplicateField: string;
	eventField: string;
	includeDetails: boolean;
	otherEvents: boolean;
}

/** @throws UserError if a parameter cannot be used */
export function readTriggerSettings(reader: ParameterReader): TriggerSettings {
	return {
		events: readSelection(reader, 'events', 'Events', EVENTS),
		// An event must not be lost because a filter cannot compare a value.
		filter: readFilter(reader, true),
		options: readTriggerOptions(reader),
	};
}

function readTriggerOptions(reader: ParameterReader): TriggerOptions {
	const read = optionReader(reader);
	return {
		duplicates: read('duplicates', 'Duplicate Deliveries', duplicatesOf),
		duplicateField: read('duplicateField', 'Duplicate Field', pathOf),
		eventField: read('eventField', 'Event Field', pathOf),
		includeDetails: read('includeDetails', 'Include Delivery Details', toggleOf),
		otherEvents: read('otherEvents', 'Include Other Events', toggleOf),
	};
}

const duplicatesOf = (value: unknown, label: string): TriggerOptions['duplicates'] =>
	choiceOf(value, label, ['automatic', 'letThrough']);

const pathOf = (value: unknown): string => textOf(value).trim();
