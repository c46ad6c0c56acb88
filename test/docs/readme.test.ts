/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- reads the README beside the package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { operations } from '../../nodes/ProjectWorkspace/catalogue';
import { causes } from '../../nodes/ProjectWorkspace/transport/causes';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');

/** Cells of the table under a heading, without its head. */
function tableUnder(heading: string): string[][] {
	const [, section = ''] = readme.split(`\n## ${heading}\n`);
	const [body = ''] = section.split('\n## ');
	const rows = body.split('\n').filter((line) => line.startsWith('|'));
	return rows.slice(2).map((row) =>
		row
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

test('the table of operations is the catalogue', () => {
	expect(tableUnder('Operations')).toEqual(
		operations.map(({ resource, value, endpoint, method, path }) => [
			resource.displayName,
			endpoint.name,
			`\`${resource.value}:${value}\``,
			`${method} ${path}`,
		]),
	);
});

test('the table of credentials names every field', () => {
	const { properties } = new ProjectWorkspaceApi();
	expect(tableUnder('Credentials').map(([field]) => field)).toEqual(
		properties.map(({ displayName }) => displayName),
	);
});

test('every message in the table is one that the node gives', () => {
	const given = [...Object.values(causes).map(({ message }) => message), 'The API key is missing'];
	for (const [message = ''] of tableUnder('Messages')) {
		expect(given.some((text) => text.startsWith(message))).toBe(true);
	}
});

test('the two commands stand on top', () => {
	const commands = /```bash\n([\s\S]*?)```/
		.exec(readme)?.[1]
		?.match(/^npm \S+( \S+)*?(?=\s{2,})/gm);
	expect(commands).toEqual(['npm start', 'npm test']);
});
