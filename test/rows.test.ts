import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { causes } from '../nodes/ProjectWorkspace/transport/causes';

/** The tests of a folder, as text. */
function testsIn(folder: string): string {
	const path = join(__dirname, folder);
	return readdirSync(path)
		.map((name) => readFileSync(join(path, name), 'utf8'))
		.join('\n');
}

test('each cause has its row in the tests', () => {
	const tests = testsIn('transport');
	expect(Object.keys(causes).filter((name) => !tests.includes(`'${name}'`))).toEqual([]);
});
