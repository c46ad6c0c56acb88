import type { INodeProperties } from 'n8n-workflow';

/** The same rows in the credential and under Options. */
export const headersProperty = (description: string, value: Partial<INodeProperties>) => ({
	displayName: 'Additional Headers',
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add header',
	description,
	options: [
		{
			displayName: 'Header',
			name: 'header',
			values: [
				{ displayName: 'Name', name: 'name', default: '', placeholder: 'e.g. X-Tenant' },
				{ displayName: 'Value', name: 'value', default: '', ...value },
			].map((field) => ({ ...field, type: 'string' as const })),
		},
	],
});
