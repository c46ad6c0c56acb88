import type { INodeProperties } from 'n8n-workflow';

import { isEmpty, setTwice, type Problem } from '../parameters/request';

/** One row of the option. */
export interface NamedParameter {
	name?: unknown;
	value?: unknown;
}

/** The service documents `project_id` alone; what a person knows beside it (filters, an order) can be sent. */
export const queryParametersOption: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add parameter',
	description:
		"Additional query parameters to send, such as filters that the service supports. With 'Matching Fields', they are added to the create or update request, not to the search.",
	options: [
		{
			displayName: 'Parameter',
			name: 'parameter',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. status',
					description: 'Parameter name, exactly as the service expects it',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. open',
					description: 'The value to send. A parameter with an empty value is not sent.',
				},
			],
		},
	],
};

export type Query = { ok: true; query: Record<string, string> } | { ok: false; problem: Problem };

/** The rows that have a value, as a query. */
export function queryFrom(rows: readonly NamedParameter[]): Query {
	const query: Record<string, string> = {};
	for (const { name, value } of rows) {
		if (isEmpty(value)) continue;
		const key = isEmpty(name) ? '' : String(name).trim();
		if (key === '') {
			return problem(
				"A parameter under 'Query Parameters' has no name",
				"Fill in its 'Name', or remove the row.",
			);
		}
		if (Object.hasOwn(query, key)) return { ok: false, problem: setTwice(key) };
		query[key] = typeof value === 'object' ? JSON.stringify(value) : String(value);
	}
	return { ok: true, query };
}

const problem = (message: string, description: string) =>
	({ ok: false, problem: { message, description } }) as const;
