/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test that reads the documentation; it never ships */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { spoilers } from '../../sandbox/faults/kinds.ts';
import { settingsSchema } from '../../sandbox/settings/schema.ts';

const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');
const rows = readme.split('\n').filter((line) => line.startsWith('|'));

/** Groups of which the README names the members in one row. */
const inOneRow = /^(success|errors|pagination\.(request|response)|signature\.custom)$/;

interface Setting {
	path: string;
	/** The words that it allows, the default first. */
	words: readonly string[];
	/** The members of a group that has one row. */
	members: readonly string[];
}

function settingsIn(schema: z.ZodTypeAny, path = ''): Setting[] {
	const inner = schema instanceof z.ZodDefault ? schema.removeDefault() : schema;
	if (inner instanceof z.ZodEnum) return [{ path, words: inner.options, members: [] }];
	if (!(inner instanceof z.ZodObject)) return [{ path, words: [], members: [] }];
	if (inOneRow.test(path)) return [{ path, words: [], members: Object.keys(inner.shape) }];
	return Object.entries<z.ZodTypeAny>(inner.shape).flatMap(([name, part]) =>
		settingsIn(part, path ? `${path}.${name}` : name),
	);
}

/** The row of a setting: of `success.ACTION.status`, too. */
const rowOf = (path: string) => rows.find((row) => row.includes(`\`${path}`)) ?? '';

describe('the sandbox’s README', () => {
	const settings = settingsIn(settingsSchema);

	test('has a row for every setting', () => {
		expect(settings.length).toBeGreaterThan(40);
		expect(settings.map(({ path }) => path).filter((path) => rowOf(path) === '')).toEqual([]);
	});

	test.each(settings.filter(({ words }) => words.length > 0))(
		'names the words that $path allows, the default first',
		({ path, words }) => {
			const [, , values = ''] = rowOf(path).split('|');
			expect([...values.matchAll(/`(\w+)`/g)].map(([, word]) => word)).toEqual(words);
		},
	);

	test.each(['success', 'errors'])('names the members of %s', (path) => {
		const { members = [] } = settings.find((setting) => setting.path === path) ?? {};
		expect(members.length).toBeGreaterThan(8);
		expect(members.filter((name) => !new RegExp(`\\b${name}\\b`).test(rowOf(path)))).toEqual([]);
	});

	test('names every kind of fault', () => {
		expect(Object.keys(spoilers).filter((kind) => !readme.includes(`\`${kind}\``))).toEqual([]);
	});
});
