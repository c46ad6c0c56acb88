/**
 * @typedef {object} ProfileNode
 * @property {number} id
 * @property {{ functionName: string, url: string, lineNumber: number }} callFrame
 * @property {number[]} [children]
 *
 * @typedef {{ nodes: ProfileNode[], samples: number[], timeDeltas: number[] }} Profile
 */

/**
 * The package that a script belongs to.
 *
 * @param {ProfileNode['callFrame']} frame
 */
export function ownerOf({ url, functionName }) {
	if (url.startsWith('node:')) return 'Node itself';
	const found = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1)?.[1];
	return found ?? (url === '' ? `native ${functionName}` : url);
}

/**
 * Time in these counts as their caller's, since it called for it.
 *
 * @param {string} owner
 */
export const carriesOthers = (owner) => owner === 'Node itself' || owner.startsWith('native ');

/**
 * @param {Profile} profile
 */
function timed({ nodes, samples, timeDeltas }) {
	const self = new Map(nodes.map(({ id }) => [id, 0]));
	samples.forEach((id, n) => self.set(id, (self.get(id) ?? 0) + (timeDeltas[n] ?? 0) / 1000));
	/** @type {Map<number, ProfileNode>} */
	const parents = new Map();
	for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node);
	return { self, parents };
}

/**
 * Time by package: in its own code, and in the code of Node itself that it called.
 *
 * @param {Profile} profile
 */
export function byOwner(profile) {
	const { self, parents } = timed(profile);
	/** @type {Map<string, { selfMs: number, withinMs: number }>} */
	const owners = new Map();
	/** @param {string} owner */
	const entry = (owner) => {
		const known = owners.get(owner) ?? { selfMs: 0, withinMs: 0 };
		owners.set(owner, known);
		return known;
	};
	for (const node of profile.nodes) {
		const time = self.get(node.id) ?? 0;
		entry(ownerOf(node.callFrame)).selfMs += time;
		/** @type {ProfileNode | undefined} */
		let at = node;
		while (at && carriesOthers(ownerOf(at.callFrame))) at = parents.get(at.id);
		entry(at ? ownerOf(at.callFrame) : `${ownerOf(node.callFrame)}, called by nobody`).withinMs +=
			time;
	}
	return [...owners]
		.map(([owner, times]) => ({ owner, ...times }))
		.filter(({ selfMs, withinMs }) => selfMs + withinMs >= 5)
		.sort((a, b) => b.withinMs - a.withinMs);
}

/**
 * Time by function, in itself and with all that it calls at once (not what it awaits).
 *
 * @param {Profile} profile
 */
export function byFunction(profile) {
	const { self, parents } = timed(profile);
	/** @param {ProfileNode} node */
	const nameOf = ({ callFrame }) =>
		`${callFrame.functionName || '(anonymous)'}  ${ownerOf(callFrame)} ${callFrame.url.split('/').slice(-2).join('/')}:${callFrame.lineNumber + 1}`;
	/** @type {Map<string, { selfMs: number, totalMs: number }>} */
	const functions = new Map();
	for (const node of profile.nodes) {
		const time = self.get(node.id) ?? 0;
		/** @type {Set<string>} */
		const seen = new Set();
		/** @type {ProfileNode | undefined} */
		let at = node;
		for (; at; at = parents.get(at.id)) {
			const name = nameOf(at);
			const known = functions.get(name) ?? { selfMs: 0, totalMs: 0 };
			if (at === node) known.selfMs += time;
			if (!seen.has(name)) known.totalMs += time;
			seen.add(name);
			functions.set(name, known);
		}
	}
	return [...functions]
		.map(([name, times]) => ({ name, ...times }))
		.sort((a, b) => b.selfMs - a.selfMs);
}
