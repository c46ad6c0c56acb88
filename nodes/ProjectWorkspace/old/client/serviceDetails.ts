import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	number,
	oneOf,
	readCollection,
	text,
	toggle,
	withoutLevel,
	type Option,
	type ValuesOf,
} from '../optionKinds';
import { ok, reject, type Result } from '../result';

const STYLES = [
	{
		name: 'Cursor',
		value: 'cursor',
		description: 'The response contains a token for the next page',
	},
	{
		name: 'Detected Automatically',
		value: 'auto',
		description: 'The node finds out how to get the next page',
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
] as const;

const PLACEMENTS = [
	{ name: 'Body', value: 'body', description: "As the 'project_id' field of the JSON body" },
	{ name: 'Query', value: 'query', description: "As the 'project_id' query parameter" },
] as const;

/** Megabytes. n8n keeps, copies and saves what is in a response, which takes about ten times the memory. */
const SIZES = [
	{ name: '10 MB', value: 'mb10', description: 'Takes up to 150 MB of memory' },
	{ name: '100 MB', value: 'mb100', description: 'Takes up to a gigabyte of memory' },
] as const;

const MAX_BYTES = { mb10: 10_000_000, mb100: 100_000_000 } as const;

type Style = (typeof STYLES)[number]['value'];

const ALL = STYLES.map(({ value }) => value);

/** What the service does not document. */
const settings = {
	style: oneOf('Pagination', ALL, STYLES, {
		default: 'auto',
		description: 'How to request the next page of a list',
	}),
	nextPath: text('Next Page Path', ['cursor', 'link'], {
		placeholder: 'e.g. meta.next_cursor',
		description:
			'Path to the next cursor or link in the response, in dot notation. For a header, enter header.Name. If empty, it is detected.',
	}),
	parameter: text('Page Parameter', ['cursor', 'lastId', 'offset', 'page'], {
		placeholder: 'e.g. cursor, offset or page',
		description:
			'Query parameter to send the cursor, page number, offset or last ID in. If empty, it is detected.',
	}),
	firstPage: number('First Page', ['page'], {
		default: undefined,
		min: 0,
		placeholder: 'e.g. 1',
		description: 'Number of the first page, e.g. 0 or 1. If empty, it is detected.',
	}),
	recordsPath: text('Records Path', ALL, {
		placeholder: 'e.g. data.items',
		description:
			'Path to the records in the response, in dot notation. Enter a single dot if the response itself is the list. If empty, it is detected.',
	}),
	pageSizeParameter: text('Page Size Parameter', ALL, {
		placeholder: 'e.g. per_page',
		description: 'Query parameter for the number of records per page. If empty, it is not sent.',
	}),
	pageSize: number('Page Size', ALL, {
		default: 100,
		displayOptions: { hide: { pageSizeParameter: [''] } },
		description: 'Number of records to request per page',
	}),
	ignoreTotal: toggle('Ignore Reported Total', ALL, {
		description:
			'Whether to ignore the total that the service reports, because it is too high or too low, and texts and warnings that records are missing',
	}),
	maxResponseSize: oneOf('Max Response Size', ALL, SIZES, {
		default: 'mb10',
		description:
			'A larger response is not read. A very large one takes much memory, and n8n may stop responding meanwhile.',
	}),
	projectIdPlacement: oneOf('Send Project ID In', ALL, PLACEMENTS, {
		default: 'body',
		description: "Where to send 'project_id' of a new task",
	}),
} as const satisfies Record<string, Option<unknown, Style>>;

/**
 * n8n 2.41 only checks again which fields a credential shows if their array is another one, which it is where optional
 * fields could be hidden. None of them is.
 */
export const serviceProperty: INodeProperties = {
	displayName: 'Service Details',
	name: 'service',
	type: 'fixedCollection',
	placeholder: 'Add details',
	default: {},
	description:
		'What the service does not document. Everything is detected automatically, so only set what is detected wrongly. The nodes, the lists in the editor and AI agents use these settings.',
	typeOptions: { hideOptionalFields: true },
	options: [
		{
			displayName: 'Service Details',
			name: 'settings',
			values: Object.entries(settings).map(([name, { property, shownFor }]) => ({
				...(shownFor === ALL ? {} : { displayOptions: { show: { style: [...shownFor] } } }),
				...property,
				name,
				typeOptions: { ...property.typeOptions, showEvenWhenOptional: true },
			})),
		},
	],
};

/** What was set; everything else is detected. */
export interface ServiceDetails extends Omit<
	ValuesOf<typeof settings>,
	'style' | 'pageSize' | 'maxResponseSize'
> {
	style: Exclude<Style, 'auto'> | undefined;
	pageSize: number | undefined;
	/** Bytes, after decompression. */
	maxBytes: number;
}

const CHANGE_IT = "Change it in the credential under 'Service Details', or remove it.";

/** A value that is left over from another style does not apply. */
export function readServiceDetails(given: IDataObject[string]): Result<ServiceDetails> {
	const set = readCollection(settings, withoutLevel(given, 'settings'), false, 'Service Details');
	if (!set.ok) return reject({ message: set.problem.message, description: CHANGE_IT });
	const { style, pageSizeParameter, maxResponseSize, ...saved } = set.value;
	const isShown = ({ shownFor }: Option<unknown, Style>) => shownFor.includes(style);
	const parameter = isShown(settings.parameter) ? saved.parameter : undefined;
	// Otherwise one would replace the other.
	const sent = [parameter, pageSizeParameter, 'project_id'].filter(Boolean);
	if (new Set(sent).size < sent.length) {
		return reject({
			message:
				"'Page Parameter' and 'Page Size Parameter' must be different from each other and from project_id",
			description: CHANGE_IT,
		});
	}
	return ok({
		...saved,
		style: style === 'auto' ? undefined : style,
		nextPath: isShown(settings.nextPath) ? saved.nextPath : undefined,
		parameter,
		firstPage: isShown(settings.firstPage) ? saved.firstPage : undefined,
		pageSizeParameter,
		pageSize: pageSizeParameter ? saved.pageSize : undefined,
		maxBytes: MAX_BYTES[maxResponseSize],
	});
}
