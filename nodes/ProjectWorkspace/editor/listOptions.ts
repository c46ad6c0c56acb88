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
		description: 'Number of the first page if pages are numbered, e.g. 0 or 1',
	},
	{
		displayName: 'Ignore Reported Total',
		name: 'ignoreTotal',
		type: 'boolean',
		default: false,
		description:
			'Whether to treat a list as complete even if the service reports a larger total than it returns',
	},
	{
		displayName: 'Next Page Path',
		name: 'nextPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. meta.next_cursor',
		description:
			'Path to the next cursor, link or page number in the response, in dot notation. For a header, enter header.Name.',
	},
	{
		displayName: 'Page Parameter',
		name: 'parameter',
		type: 'string',
		default: '',
		placeholder: 'e.g. cursor',
		description:
			'Query parameter to send the cursor, page number, offset or last ID in',
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description:
			"Number of records to request per page. Only sent if 'Page Size Parameter' is set.",
	},
	{
		displayName: 'Page Size Parameter',
		name: 'pageSizeParameter',
		type: 'string',
		default: '',
		placeholder: 'e.g. per_page',
		description: 'Query parameter to send the page size in',
	},
	{
		displayName: 'Pagination',
		name: 'style',
		type: 'options',
		default: 'cursor',
		description:
			'How to request the next page. Detected automatically if you do not add this option.',
		options: [
			{
				name: 'Cursor',
				value: 'cursor',
				description: 'The response contains a token for the next page',
			},
			{
				name: 'Last ID',
				value: 'lastId',
				description: 'The next page is requested with the ID of the last record',
			},
			{ name: 'Link', value: 'link', description: 'The response contains the URL of the next page' },
			{ name: 'None', value: 'none', description: 'There is only one page' },
			{
				name: 'Offset',
				value: 'offset',
				description: 'The next page is requested with the number of records to skip',
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
		description: 'Path to the records in the response, in dot notation. Enter a single dot if the response itself is the list.',
	},
	{
		displayName: 'Skip',
		name: SKIP,
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Number of results to skip before returning the rest',
	},
];
