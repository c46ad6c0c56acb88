import { CONSEQUENCES } from '../../nodes/ProjectWorkspace/lists/completeness';
import { page } from './page';

const WORDS = { accept: 'accepted', warn: 'with warning', reject: 'rejected' } as const;

test('the table of consequences is the same as in the code, in the same order', () => {
	const rows = page('docs/complete-lists.md').tableAfter('## What the node does');
	expect(rows.map(([, ...cells]) => cells)).toEqual(
		Object.values(CONSEQUENCES).map(({ complete, unknown, short }) => [
			WORDS[complete],
			WORDS[unknown],
			WORDS[short],
		]),
	);
});
