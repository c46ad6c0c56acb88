import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultResponses } from '../../sandbox/faults/kinds.ts';

const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');

test('the sandbox’s README names every kind of fault', () => {
	expect(Object.keys(faultResponses).filter((kind) => !readme.includes(`\`${kind}\``))).toEqual([]);
});
