import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { readFilter } from '../parameters/options';
import { cannotBeRead, namesIn, type ParameterReader } from '../parameters/reader';
import type { RecordFilter } from '../records/filter';
import { booleanOf, isObject, textOf } from '../records/value';
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
		events: readEvents(reader.get('events', [])),
		// An event must not be lost because a filter cannot compare a value.
		filter: readFilter(reader, true),
		options: readTriggerOptions(reader),
	};
}

function readEvents(parameter: unknown): string[] {
	const events = namesIn(parameter, 'Events');
	if (events.length === 0) {
		throw new UserError(
			"No events are selected: select at least one in 'Events'",
			'Other events never start the workflow.',
		);
	}

	const unknown = events.find((event) => !EVENTS.includes(event));
	if (unknown !== undefined) {
		throw new UserError(
			`'Events' has "${unknown}", which is not an event of the service: select events from the list`,
			'If it comes from an expression, correct it there.',
		);
	}
	return events;
}

function readTriggerOptions(reader: ParameterReader): TriggerOptions {
	const options = reader.get('options', {});
	if (!isObject(options)) throw cannotBeRead('Options');

	const { duplicates = 'automatic', duplicateField, eventField } = options;
	if (duplicates !== 'automatic' && duplicates !== 'letThrough') {
		throw cannotBeRead('Duplicate Deliveries');
	}
	return {
		duplicates,
		duplicateField: textOf(duplicateField).trim(),
		eventField: textOf(eventField).trim(),
		includeDetails: booleanOf(options.includeDetails) === true,
		otherEvents: booleanOf(options.otherEvents) === true,
	};
}
