export const START = 'Start';
export const BEGIN = 'Items';
export const NODE = 'Under test';
export const END = 'Done';

/**
 * Start → a mark that returns the items → the node under test → a mark.
 *
 * @param {object} parts
 * @param {Record<string, unknown>} parts.node
 * @param {{ begin: string, end: string }} parts.urls
 * @param {boolean} parts.saved whether n8n keeps the execution's data
 */
export function workflow({ node, urls, saved }) {
	/** @param {string} name @param {string} url */
	const mark = (name, url) => ({
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url, options: { timeout: 600_000 } },
		executeOnce: true,
	});
	const nodes = [
		{ name: START, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		mark(BEGIN, urls.begin),
		{ ...node, name: NODE },
		mark(END, urls.end),
	];
	/** @param {string} node */
	const to = (node) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: 'Benchmark',
		nodes: nodes.map((each, index) => ({ id: `n${index}`, position: [index * 200, 0], ...each })),
		connections: { [START]: to(BEGIN), [BEGIN]: to(NODE), [NODE]: to(END) },
		settings: {
			executionOrder: 'v1',
			saveManualExecutions: saved,
			saveDataSuccessExecution: saved ? 'all' : 'none',
			saveDataErrorExecution: 'all',
		},
	};
}
