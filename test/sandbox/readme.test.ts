/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test that reads the documentation; it never ships */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '../../sandbox';
import { spoilers } from '../../sandbox/faults/kinds.ts';
import { isJsonObject } from '../../sandbox/json.ts';
import { choices } from '../../sandbox/settings/choices.ts';

const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');

/** Groups of which the README names the members in one row. */
const inOneRow =
	/^(success|errors|pagination\.(request|response)|signature\.custom|list\.extras)\b/;

function pathsOf(value: unknown, path = ''): string[] {
	if (!isJsonObject(value) || inOneRow.test(path)) return [path];
	return Object.entries(value).flatMap(([name, part]) =>
		pathsOf(part, path ? `${path}.${name}` : name),
	);
}

describe('the sandbox’s README', () => {
	test('names every setting', () => {
		const named = pathsOf(defaultSettings).filter((path) => !/^(success|errors)/.test(path));
		expect(named.filter((path) => !readme.includes(`\`${path}\``))).toEqual([]);
		for (const word of [
			...Object.keys(defaultSettings.success),
			...Object.keys(defaultSettings.errors),
		]) {
			expect(readme).toMatch(new RegExp(`\\b${word}\\b`));
		}
	});

	test('names every word that a setting allows', () => {
		const words = Object.entries(choices)
			.filter(([path]) => !inOneRow.test(path))
			.flatMap(([path, allowed]) => allowed.map((word) => [path, word] as const));
		const row = (path: string) => readme.split('\n').find((line) => line.includes(`\`${path}\``));
		expect(words.filter(([path, word]) => !row(path)?.includes(`\`${word}\``))).toEqual([]);
	});

	test('names every kind of fault', () => {
		expect(Object.keys(spoilers).filter((kind) => !readme.includes(`\`${kind}\``))).toEqual([]);
	});
});
