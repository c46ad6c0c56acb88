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

export interface Body {
	/** JSON of an object. */
	text: string;
	/** Fields of the input that are not sent, because the service sets them itself. */
	omittedFields: string[];
}

export function readBody(read: ParameterReader, options: Options, item: number): Result<Body> {
	if (read('bodyMode', item, 'fields') === 'json') {
		const json = bodyFromJson(read('jsonBody', item, '{}'));
		return json.ok ? ok({ text: json.value, omittedFields: [] }) : json;
	}
	const { values, named, fields, omittedFields } = readMapping(read, options, item);
	const body = bodyFromFields(values, named, fields);
	return body.ok ? ok({ text: body.value, omittedFields }) : body;
}

/** Checks that it is a JSON object, and otherwise sends the text as it was entered. */
export function bodyFromJson(value: unknown): Result<string> {
	if (isEmpty(value)) return ok('{}');
	if (typeof value !== 'string') {
		return isObject(value)
			? ok(JSON.stringify(value))
			: reject(messages.bodyNotObject(Array.isArray(value) ? 'a list' : `a ${typeof value}`));
	}
	const text = value.trim();
	const parsed = readJson(value);
	if (!parsed.ok) return reject(messages.bodyNotJson(parsed.problem));
	if (isObject(parsed.value)) return ok(text);
	return reject(messages.bodyNotObject(Array.isArray(parsed.value) ? 'a list' : text.slice(0, 40)));
}
