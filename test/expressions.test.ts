import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const root = join(__dirname, '..');
const TIMEOUT_MS = 300_000;

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `${folder}/${name}`),
);

/** Each expression that ships, with its file. */
const expressions = new Map<string, string>();

for (const file of files) {
	const text = readFileSync(join(root, file), 'utf8');
	const visit = (node: ts.Node) => {
		if (ts.isRegularExpressionLiteral(node)) expressions.set(node.text, file);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

/** In a process of its own, because the checker takes ten times as long in the sandbox of a test. */
async function check(list: string[]): Promise<Map<string, string>> {
	const checker = spawn(process.execPath, [join(__dirname, 'checkExpressions.cjs')], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	checker.stdin.end(JSON.stringify(list));

	let answer = '';
	checker.stdout.on('data', (part: Buffer) => (answer += String(part)));
	await once(checker, 'close');
	return new Map(JSON.parse(answer) as Array<[string, string]>); // as the other process has written it
}

test(
	'every expression takes linear time',
	async () => {
		const found = await check([...expressions.keys()]);
		const slow = [...expressions].filter(([expression]) => found.get(expression) !== 'linear');

		expect(expressions.size).toBeGreaterThan(20);
		expect(slow).toEqual([]);
	},
	TIMEOUT_MS,
);

test(
	'the checker finds expressions that do not',
	async () => {
		const slow = ['/\\s+$/', '/^(a+)+$/', '/^(a|b|ab)*c$/', '/<[^>]*>/', '/^\\s*\\d*\\s*$/'];
		const found = await check([...slow, '/^a+$/']);

		expect([...found].filter(([, speed]) => speed === 'linear')).toEqual([['/^a+$/', 'linear']]);
	},
	TIMEOUT_MS,
);
