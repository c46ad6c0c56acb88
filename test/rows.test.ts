import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import * as pageFields from '../nodes/ProjectWorkspace/pagination/pageFields';
import { PAGINATIONS } from '../nodes/ProjectWorkspace/pagination/paginators';
import { plainName } from '../nodes/ProjectWorkspace/records/fields';
import { causes } from '../nodes/ProjectWorkspace/transport/causes';

/** The tests of a folder, as text: what a row is about is in one of them by its name. */
function testsIn(folder: string): string {
	const path = join(__dirname, folder);
	return readdirSync(path)
		.map((name) => readFileSync(join(path, name), 'utf8'))
		.join('\n');
}

const tests = { pagination: testsIn('pagination'), transport: testsIn('transport') };

/** The names of fields in the responses of the tests. */
const fields = new Set(
	tests.pagination
		.match(/[\w$.@-]+/g)
		?.flatMap((text) => [text, ...text.split('.')].map(plainName)),
);

type Row = string | { field: string };

const tables = Object.entries(pageFields).flatMap(([name, rows]) =>
	Array.isArray(rows) && name !== 'NEXT_WORDS' ? [[name, rows as readonly Row[]] as const] : [],
);

test.each(tables)('each row of %s is in a response of the tests', (_, rows) => {
	const names = rows.map((row) => (typeof row === 'string' ? row : row.field));
	const last = names.map((name) => plainName(name.split('.').at(-1)!));
	expect(last.filter((name) => !fields.has(name))).toEqual([]);
});

test('each word after "next" is in a response of the tests', () => {
	const named = [...fields].filter((field) => field.startsWith('next')).join();
	expect(pageFields.NEXT_WORDS.filter((word) => !named.includes(word))).toEqual([]);
});

test('each paginator is set in a test', () => {
	const names = Object.keys(PAGINATIONS);
	expect(names.filter((name) => !tests.pagination.includes(`style: '${name}'`))).toEqual([]);
});

test('each cause has its row in the tests', () => {
	expect(Object.keys(causes).filter((name) => !tests.transport.includes(`'${name}'`))).toEqual([]);
});
