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

export { ID_KEYS } from '../../records/envelopeFields';
