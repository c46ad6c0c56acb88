import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../records/json';
import { ok, reject, type Result } from '../result';
import {
	additionalFieldsProperty,
	bodyFromFields,
	fieldsProperty,
	readMapping,
	type Show,
} from './mapping';
import { messages } from './messages';
import type { Options } from './readOptions';
import { isEmpty, type ParameterReader } from './reader';
import { readJson } from './typedValue';

/**
 * The body of POST and PUT is not documented, so the person defines it: fields detected in the service's own records,
 * fields added by name, or JSON.
 */
export function bodyProperties(show: Show): INodeProperties[] {
	const inMode = (mode: 'fields' | 'json') => ({ ...show, bodyMode: [mode] });
	return [
		{
			displayName: 'Specify Body',
			name: 'bodyMode',
			type: 'options',
			noDataExpression: true,
			default: 'fields',
			displayOptions: { show },
			description: 'How to define the request body. The service does not document its fields.',
			options: [
				{
					name: 'Fields',
					value: 'fields',
					description: 'Map the fields detected in your records, and add others by name',
				},
				{ name: 'JSON', value: 'json', description: 'Send a JSON object exactly as you enter it' },
			],
		},
		fieldsProperty(inMode('fields'), { mode: 'add' }),
		additionalFieldsProperty(inMode('fields')),
		{
			displayName: 'JSON Body',
			name: 'jsonBody',
			type: 'json',
			default: '{}',
			displayOptions: { show: inMode('json') },
			description:
				'JSON object to send. Enter it as text, or use an expression that returns an object.',
			hint: 'e.g. { "name": "Website relaunch" }',
		},
	];
}

/** The body as JSON text; `omittedFields` are fields of the input that are not sent. */
export function readBody(
	read: ParameterReader,
	options: Options,
): Result<{ text: string; omittedFields: string[] }> {
	if (read.get('bodyMode', 'fields') === 'json') {
		const text = bodyFromJson(read.get('jsonBody', '{}'));
		return text.ok ? ok({ text: text.value, omittedFields: [] }) : text;
	}
	const { values, named, fields, omittedFields } = readMapping(read, options);
	const text = bodyFromFields(values, named, fields);
	return text.ok ? ok({ text: text.value, omittedFields }) : text;
}

/** Checks that it is a JSON object, and otherwise sends the text as it was entered. */
export function bodyFromJson(value: unknown): Result<string> {
	if (isEmpty(value)) return ok('{}');
	const parsed = typeof value === 'string' ? readJson(value) : ok(value);
	if (!parsed.ok) return reject(messages.bodyNotJson(parsed.problem));
	if (isObject(parsed.value)) {
		return ok(typeof value === 'string' ? value.trim() : JSON.stringify(value));
	}
	const shown = Array.isArray(parsed.value) ? 'a list' : String(value).trim().slice(0, 40);
	return reject(messages.bodyNotObject(shown));
}
