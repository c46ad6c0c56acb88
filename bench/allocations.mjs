import { carriesOthers, ownerOf } from './profile.mjs';

/** Few enough samples that they cost next to nothing: one for so many bytes on average. */
const SAMPLE_BYTES = 65_536;

/**
 * @typedef {object} Allocations
 * @property {{ functionName: string, url: string, lineNumber: number }} callFrame
 * @property {number} selfSize
 * @property {Allocations[]} children
 */

/**
 * What a process allocates and does not give back in a minor collection: what it keeps, and the garbage that waits for
 * a major one. Objects in the young generation alone make no list's memory.
 *
 * @param {import('./inspector.mjs').Inspector} inspector
 */
export const startSampling = async ({ call }) =>
	await call('HeapProfiler.startSampling', {
		samplingInterval: SAMPLE_BYTES,
		includeObjectsCollectedByMajorGC: true,
	});

/**
 * Bytes by package; what Node itself allocates counts for the package that called it.
 *
 * @param {import('./inspector.mjs').Inspector} inspector
 * @returns {Promise<Map<string, number>>}
 */
export async function stopSampling({ call }) {
	/** @type {{ profile: { head: Allocations } }} */
	const { profile } = await call('HeapProfiler.stopSampling');
	/** @type {Map<string, number>} */
	const bytes = new Map();
	/** @param {Allocations} node @param {string} caller */
	const add = ({ callFrame, selfSize, children }, caller) => {
		const own = ownerOf(callFrame);
		const owner = carriesOthers(own) ? caller : own;
		bytes.set(owner, (bytes.get(owner) ?? 0) + selfSize);
		for (const child of children) add(child, owner);
	};
	add(profile.head, 'Node itself');
	return bytes;
}
