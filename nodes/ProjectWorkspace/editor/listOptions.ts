import type { INodeProperties } from 'n8n-workflow';

/** Lint wants the same number written out at the property. */
export const DEFAULT_LIMIT = 50;

/** The one option here that is about the output and not about how the list is read. */
export const SKIP = 'skip';

/**
 * What the node finds out about a list can be set by hand, part by part.
 * The names are those of `ListOverrides` in ../pagination.
 */
export const listOptions: INodeProperties[] = [
	{
		displayName: 'First Page',
		name: 'firstPage',
		type: 'number',
		default: 1,
		description: 'Number of the first page where pages are numbered, e.g. 0 or 1',
	},
	{
		displayName: 'Ignore Stated Total',
		name: 'ignoreTotal',
		type: 'boolean',
		default: false,
		description:
			'Whether to take a list as complete although the service states a larger total than it gives',
	},
	{
		displayName: 'Next Page Path',
		name: 'nextPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. meta.next_cursor',
		description:
			'Where the answer holds the next cursor, link or number. A header is written as header.Name.',
	},
	{
		displayName: 'Page Parameter',
		name: 'parameter',
		type: 'string',
		default: '',
		placeholder: 'e.g. cursor',
		description:
			'Name of the query parameter that takes the cursor, page number, offset or last ID',
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description:
			"How many records to ask for in a page. Sent only together with 'Page Size Parameter'.",
	},
	{
		displayName: 'Page Size Parameter',
		name: 'pageSizeParameter',
		type: 'string',
		default: '',
		placeholder: 'e.g. per_page',
		description: 'Name of the query parameter that takes the page size',
	},
	{
		displayName: 'Pagination',
		name: 'style',
		type: 'options',
		default: 'cursor',
		description:
			'How further pages are asked for. Found out from the answers when this is not set.',
		options: [
			{
				name: 'Cursor',
				value: 'cursor',
				description: 'The answer holds a token for the next page',
			},
			{
				name: 'Last ID',
				value: 'lastId',
				description: 'The ID of the last record asks for the next page',
			},
			{ name: 'Link', value: 'link', description: 'The answer holds the address of the next page' },
			{ name: 'None', value: 'none', description: 'There is one page only' },
			{
				name: 'Offset',
				value: 'offset',
				description: 'The number of records to skip asks for the next page',
			},
			{ name: 'Page Number', value: 'page', description: 'Pages are numbered' },
		],
	},
	{
		displayName: 'Records Path',
		name: 'recordsPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.items',
		description: 'Where the answer holds the records. A dot alone means the answer itself.',
	},
	{
		displayName: 'Skip',
		name: SKIP,
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'How many records at the beginning of the list to leave out',
	},
];
