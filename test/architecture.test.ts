import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import ts, { preProcessFile } from 'typescript';

import { page } from './docs/page';

/** What each folder may import, the lowest first; `node` are the node files, and everything may import itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
	result: [],
	texts: ['result'],
	catalogue: [],
	records: ['result', 'catalogue'],
	optionKinds: ['result', 'records'],
	signature: ['result', 'records', 'optionKinds'],
	client: ['result', 'catalogue', 'records', 'optionKinds'],
	itemError: ['result', 'texts', 'client'],
	lists: ['result', 'catalogue', 'records', 'client', 'itemError'],
	parameters: ['result', 'catalogue', 'records', 'optionKinds', 'client'],
	upsert: ['result', 'catalogue', 'records', 'client', 'lists', 'parameters', 'itemError'],
	run: [
		...['result', 'texts', 'catalogue', 'records', 'client', 'lists', 'parameters'],
		...['itemError', 'upsert'],
	],
	editor: [
		...['result', 'texts', 'catalogue', 'records', 'client', 'lists', 'parameters'],
		...['optionKinds'],
	],
	trigger: [
		...['result', 'texts', 'records', 'signature', 'optionKinds'],
		...[
			'parameters/filters',
			'parameters/reader',
			'client/clock',
			'client/connection',
			'client/headers',
			'client/redact',
		],
	],
	polling: [
		...['result', 'texts', 'catalogue', 'records', 'client', 'lists', 'parameters'],
		...['itemError', 'optionKinds'],
	],
	node: ['editor', 'run', 'trigger', 'polling'],
};

/** The files that may touch n8n's contexts, or import more than types from n8n-workflow. */
const TOUCH_N8N: readonly string[] = [
	'ProjectWorkspace.node.ts',
	'ProjectWorkspacePollingTrigger.node.ts',
	'ProjectWorkspaceTrigger.node.ts',
	'client/send.ts',
	'client/clock.ts',
	'editor/credentialTest.ts',
	'editor/methods.ts',
	'editor/recordLists.ts',
	'editor/recordFields.ts',
	'itemError.ts',
	'parameters/reader.ts',
	'polling/poll.ts',
	'run/loop.ts',
	'trigger/dedupe/execute.ts',
	'trigger/lifecycle.ts',
	'trigger/receive.ts',
	'trigger/verifyRequest.ts',
];

const root = join(__dirname, '../nodes/ProjectWorkspace');

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
	name.endsWith('.ts'),
);

const sources = new Map(files.map((name) => [name, readFileSync(join(root, name), 'utf8')]));

/** Files of this package that a file imports, types included. */
const importsOf = new Map(
	[...sources].map(([name, text]) => [
		name,
		[...text.matchAll(/^(?:import|export)\b[^;=]*?\bfrom '(\.[^']*)'/gm)].map(([, path = '']) => {
			const target = normalize(join(dirname(name), path));
			return files.includes(`${target}.ts`) ? `${target}.ts` : `${target}/index.ts`;
		}),
	]),
);

const folderOf = (file: string) => {
	const [folder = ''] = file.split('/');
	return folder.endsWith('.node.ts') ? 'node' : folder.replace(/\.ts$/, '');
};

test('every import is a file that exists', () => {
	expect([...importsOf.values()].flat().filter((name) => !files.includes(name))).toEqual([]);
	expect([...importsOf.values()].flat().length).toBeGreaterThan(100);
});

test('CONTRIBUTING lists the folders in this order, and none imports from below', () => {
	const table = page('CONTRIBUTING.md').tableAfter('\n## The code on one page\n');
	const listed = table.map(([name = '']) => name.replace(/[`/]|\.ts/g, ''));
	const order = Object.keys(ALLOWED).filter((name) => name !== 'node');
	expect(listed.slice(0, -1)).toEqual(order);
	const below = order.flatMap((name, at) =>
		(ALLOWED[name] ?? []).filter((each) => order.indexOf(each.split('/')[0] ?? '') >= at),
	);
	expect(below).toEqual([]);
});

test('no folder imports one that it may not use', () => {
	const forbidden = [...importsOf].flatMap(([from, targets]) =>
		targets
			.filter((to) => {
				const allowed = [folderOf(from), ...(ALLOWED[folderOf(from)] ?? [])];
				return !allowed.some((each) => folderOf(to) === each || to === `${each}.ts`);
			})
			.map((to) => `${from} -> ${to}`),
	);
	expect(forbidden.sort()).toEqual([]);
	const needless = Object.entries(ALLOWED).flatMap(([folder, allowed]) => {
		const targets = [...importsOf].flatMap(([from, to]) => (folderOf(from) === folder ? to : []));
		return allowed
			.filter((each) => !targets.some((to) => folderOf(to) === each || to === `${each}.ts`))
			.map((each) => `${folder} -> ${each}`);
	});
	expect(needless).toEqual([]);
});

test('there are no circular imports', () => {
	const circles = new Set<string>();
	const done = new Set<string>();
	const visit = (file: string, path: readonly string[]) => {
		const at = path.indexOf(file);
		if (at >= 0) circles.add([...path.slice(at)].sort().join(' <-> '));
		if (at >= 0 || done.has(file)) return;
		for (const next of importsOf.get(file) ?? []) visit(next, [...path, file]);
		done.add(file);
	};
	for (const file of files) visit(file, []);
	expect([...circles].sort()).toEqual([]);
});

test("only the listed files use n8n's contexts or n8n-workflow at run time", () => {
	const touches = (text: string) =>
		/\bI(Execute|LoadOptions|Webhook|Hook|Poll|CredentialTest)Functions\b/.test(text) ||
		/^import (?!type\b)[^;]*from 'n8n-workflow'/m.test(text);
	const touching = [...sources].filter(([, text]) => touches(text)).map(([name]) => name);
	expect(touching.filter((name) => !TOUCH_N8N.includes(name)).sort()).toEqual([]);
	const needless = TOUCH_N8N.filter((name) => !touching.includes(name));
	expect(needless).toEqual([]);
});

test('what n8n shows as HTML passes its gate', () => {
	const shows = /new Node(Api|Operation)Error\(|\bNodeExecutionHint\b|emptyFieldsNotice:/;
	const others = [...sources].filter(
		([, text]) => shows.test(text) && !/\basHtml\(/.test(text.replace(/^import.*/gm, '')),
	);
	expect(others.map(([name]) => name).sort()).toEqual([
		// As plain text.
		'editor/recordLists.ts',
		// `thrownError` catches it, and `nodeError` throws it again.
		'parameters/reader.ts',
	]);
});

/** What a function returns for each node of each file, with the name of the file. */
const found = (look: (node: ts.Node) => string | undefined) => {
	const all = new Set<string>();
	for (const [name, text] of sources) {
		const visit = (node: ts.Node) => {
			const what = look(node);
			if (what !== undefined) all.add(`${name}: ${what}`);
			ts.forEachChild(node, visit);
		};
		visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
	}
	return [...all].sort();
};

test('no name from outside is assigned to: it could be __proto__, and would be lost', () => {
	/** Places in a list. */
	const isIndex = (name: string) => /^(\d|(at|level|item|length)\b)/.test(name);
	const assigned = found((node) => {
		if (!ts.isBinaryExpression(node) || !ts.isElementAccessExpression(node.left)) return undefined;
		const { kind } = node.operatorToken;
		const isAssignment =
			kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
		const isNamed = !isIndex(node.left.argumentExpression.getText());
		return isAssignment && isNamed ? node.left.getText() : undefined;
	});
	expect(assigned).toEqual([
		// Refused before.
		'parameters/options.ts: query[key]',
		// Of the catalogue, or of the code.
		'parameters/request.ts: query[sendAs]',
		// Of a property that was read.
		'records/json.ts: (holder as JsonObject)[key]',
		// Of the catalogue, or of the code.
		'result.ts: values[name]',
		'run/item.ts: matchLists[kind]',
		// Of a property that the object has, and of fields such as created_at.
		'upsert/plan.ts: after[name]',
		'upsert/plan.ts: record[name]',
		'upsert/write.ts: merged[name]',
	]);
});

test('a request takes over nothing but another request, a body and a query that were checked', () => {
	const parts = ['method', 'path', 'query', 'url'];
	const spread = found((node) => {
		if (!ts.isSpreadAssignment(node)) return undefined;
		const { properties } = node.parent;
		const isRequest = properties.some(
			({ name, parent }) =>
				parts.includes(name?.getText() ?? '') ||
				(ts.isPropertyAssignment(parent.parent) && parts.includes(parent.parent.name.getText())),
		);
		return isRequest ? node.expression.getText().replace(/\s+/g, ' ') : undefined;
	});
	expect(spread).toEqual([
		// Failures, which are not sent.
		'client/failure.ts: rateLimit',
		'client/send.ts: (request.body === undefined ? {} : { body: request.body })',
		'itemError.ts: inMessages(failure)',
		'lists/listRecords.ts: request',
		'lists/page/target.ts: query',
		'lists/page/target.ts: sent',
		'parameters/request.ts: body',
		'parameters/request.ts: query',
		'parameters/request.ts: request',
		'parameters/request.ts: values.query',
		'polling/reading.ts: request',
		'polling/reading.ts: request.query',
	]);
});

/** The texts of all files that are compiled into the package. */
const shipped = [
	...[...sources].map(([name, text]) => [`nodes/ProjectWorkspace/${name}`, text] as const),
	...readdirSync(join(root, '../../credentials')).map((name) => {
		const file = `credentials/${name}`;
		return [file, readFileSync(join(root, '../..', file), 'utf8')] as const;
	}),
];

test('what ships imports nothing but itself, n8n-workflow and node:crypto', () => {
	const others = shipped.flatMap(([name, text]) =>
		// With require() and import(), wherever they are.
		preProcessFile(text, true, true)
			.importedFiles.map(({ fileName }) => fileName)
			.filter((module) => !/^\./.test(module) && !['n8n-workflow', 'node:crypto'].includes(module))
			.map((module) => `${name}: ${module}`),
	);
	expect(others).toEqual([]);
});

test("what ships only sends requests with n8n's helpers, so that n8n's settings apply", () => {
	const connects =
		/\b(fetch|XMLHttpRequest|WebSocket|EventSource|globalThis)\b|\b(require|import)\(/;
	expect(shipped.filter(([, text]) => connects.test(text)).map(([name]) => name)).toEqual([]);
});
