/**
 * The shapes of a list's envelope, as data. A new shape is one entry here.
 * All names are normalised: lower case, letters and digits only.
 */
import type { ResourceName } from '../types';

/** The resource's own name as a key. The words are the specification's ("a user: a member …"). */
export const RESOURCE_KEYS = {
	user: ['users', 'user', 'members'],
	project: ['projects', 'project'],
	task: ['tasks', 'task'],
	workflow: ['workflows', 'workflow'],
} as const satisfies Record<ResourceName, readonly string[]>;

/** Usual names of a list, the surest first: JSON:API, Google, Django, OData, Spring, Solr, CouchDB … */
export const LIST_KEYS: readonly string[] = [
	'data',
	'items',
	'results',
	'records',
	'value',
	'edges',
	'nodes',
	'hits',
	'entries',
	'values',
	'list',
	'rows',
	'docs',
	'documents',
	'collection',
	'content',
	'contents',
	'elements',
	'objects',
	'resources',
	'entities',
	'children',
	'result',
	'response',
	'payload',
	'body',
	'entry',
];

/** Arrays that stand beside the records and never are them: JSON:API `included`, Cloudflare `errors` … */
export const BESIDE_KEYS: ReadonlySet<string> = new Set([
	'errors',
	'warnings',
	'messages',
	'included',
	'includes',
	'linked',
	'links',
	'link',
	'actions',
	'meta',
	'metadata',
	'pagination',
	'paging',
	'pageinfo',
	'aggregations',
	'aggs',
	'facets',
	'filters',
	'sort',
	'expand',
	'columns',
	'schema',
]);

/** Lists whose elements wrap the record. `_id` and the like beside the wrapper are kept if it has none. */
export const ELEMENT_WRAPPERS: ReadonlyArray<{ list: string; key: string }> = [
	// GraphQL cursor connections: https://relay.dev/graphql/connections.htm
	{ list: 'edges', key: 'node' },
	// Elasticsearch: hits.hits[]._source
	{ list: 'hits', key: '_source' },
	// Typesense: hits[].document
	{ list: 'hits', key: 'document' },
	// Reddit listings: data.children[].data
	{ list: 'children', key: 'data' },
	// FHIR bundles: entry[].resource
	{ list: 'entry', key: 'resource' },
];

/** Keys that identify a record, the surest first. */
export const ID_KEYS: readonly string[] = ['id', '_id', 'uuid', 'gid', 'guid', 'uid', 'Id', 'ID'];
