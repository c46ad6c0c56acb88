import { CONSEQUENCES } from '../../nodes/ProjectWorkspace/lists/completeness';
import { page } from './page';

/** The readers in the order of the page. */
const READERS = [
	'getAll',
	'getAllRequired',
	'getUpToLimit',
	'getFound',
	'getNotFound',
	'updateFound',
	'updateNotFound',
	'upsertFound',
	'upsertNotFound',
	'pollNewAndChanged',
	'pollRemoved',
] as const satisfies ReadonlyArray<keyof typeof CONSEQUENCES>;

const WORDS = { accept: 'accepted', warn: 'with warning', reject: 'rejected' } as const;

test('the table of consequences is the same as in the code', () => {
	expect([...READERS].sort()).toEqual(Object.keys(CONSEQUENCES).sort());
	const rows = page('docs/complete-lists.md').tableAfter('## What follows');
	expect(rows.map(([, ...cells]) => cells)).toEqual(
		READERS.map((reader) => {
			const { complete, unknown, short } = CONSEQUENCES[reader];
			return [WORDS[complete], WORDS[unknown], WORDS[short]];
		}),
	);
});
