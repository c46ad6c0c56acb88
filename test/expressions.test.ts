import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { once } from 'node:events';
import { spawn } from 'node:child_process';

import ts from 'typescript';

const root = join(__dirname, '..');

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `${folder}/${name}`),
);

/** Each expression of each file, and where expressions are built at run time. */
const literals = new Map<string, string>();
const builders: string[] = [];

for (const file of files) {
	const text = readFileSync(join(root, file), 'utf8');
	const visit = (node: ts.Node) => {
		if (ts.isRegularExpressionLiteral(node)) literals.set(node.text, file);
		const isBuilt =
			(ts.isNewExpression(node) || ts.isCallExpression(node)) &&
			node.expression.getText() === 'RegExp';
		if (isBuilt) builders.push(file);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

/** Expressions that are built at run time, by their files, as the files build them for a credential like this. */
const built = builtBy({
	'nodes/ProjectWorkspace/old/client/redact.ts': async () => {
		const { redactorOf } = await import('../nodes/ProjectWorkspace/old/client/redact');
		const headers = { 'X-Key': 'Bearer gw-s3cret/of+gateway(a|b)*' };
		redactorOf({ apiKey: 'ac_test_+(\\&="', headers, signingSecrets: ['whsec_bWFkZSB1cA=='] });
	},
});

function builtBy(table: Record<string, () => Promise<void>>) {
	return {
		files: Object.keys(table),
		async expressions(): Promise<string[]> {
			const seen: string[] = [];
			const real = RegExp;
			globalThis.RegExp = new Proxy(real, {
				construct(target, args: [string, string?], self) {
					if (typeof args[0] === 'string') seen.push(`/${args[0]}/${args[1] ?? ''}`);
					return Reflect.construct(target, args, self) as RegExp; // what it constructs
				},
			});
			try {
				for (const build of Object.values(table)) await build();
			} finally {
				globalThis.RegExp = real;
			}
			return seen;
		},
	};
}

/** In a process of its own, because the checker takes ten times as long in the sandbox of a test. */
async function check(expressions: readonly string[]): Promise<Map<string, string>> {
	const checker = spawn(process.execPath, [join(__dirname, 'checkExpressions.cjs')], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	checker.stdin.end(JSON.stringify(expressions));
	let answer = '';
	checker.stdout.on('data', (part: Buffer) => (answer += String(part)));
	await once(checker, 'close');
	return new Map(JSON.parse(answer) as Array<[string, string]>); // as the other process has written it
}

/** It takes half a minute, and longer on a busy machine. */
const TIMEOUT_MS = 300_000;

test(
	'every expression takes linear time',
	async () => {
		const found = await check([...literals.keys()]);
		const slow = [...literals].filter(([expression]) => found.get(expression) !== 'linear');
		expect(slow.map((each) => [...each, found.get(each[0])])).toEqual([]);
		expect(literals.size).toBeGreaterThan(100);
	},
	TIMEOUT_MS,
);

test(
	'so do the expressions that are built at run time',
	async () => {
		expect([...new Set(builders)].sort()).toEqual(built.files.sort());
		const expressions = await built.expressions();
		expect(expressions.length).toBeGreaterThanOrEqual(builders.length);
		const found = await check(expressions);
		expect([...found].filter(([, speed]) => speed !== 'linear')).toEqual([]);
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
