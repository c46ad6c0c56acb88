import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import ts from 'typescript';

/** Imported before what ships, this file has jest load what ships so that its calls are recorded. */

export interface Walk {
	/** The files in the order in which they are entered, with their named functions and how often each is called. */
	files: Map<string, Map<string, number>>;
	/** Each function that another file calls, once for each such file. */
	crossings: Set<string>;
}

let walk: Walk | undefined;

/** The file whose code runs, also after it has waited for something. */
const running = new AsyncLocalStorage<string>();

/** Where n8n enters. What runs outside of them builds the properties, which n8n does once. */
const isEntry = (file: string) => file.endsWith('.node.ts') || file.startsWith('credentials/');

/** What the instrumented code calls. */
const recorder = {
	call<T>(file: string, name: string, body: () => T): T {
		const caller = running.getStore();
		if (!walk || (!caller && !isEntry(file))) return body();
		if (!isEntry(file)) {
			const functions = walk.files.get(file) ?? new Map<string, number>();
			walk.files.set(file, functions);
			if (!name.startsWith(CALLBACK)) functions.set(name, (functions.get(name) ?? 0) + 1);
			if (caller !== file) walk.crossings.add(`${caller} -> ${file} ${name}`);
		}
		return running.run(file, body);
	},
	generator<T, R>(file: string, name: string, body: () => AsyncGenerator<T, R, void>) {
		const inner = recorder.call(file, name, body);
		return {
			next: () => running.run(file, () => inner.next()),
			return: (value: R) => running.run(file, () => inner.return(value)),
			throw: (thrown: unknown) => running.run(file, () => inner.throw(thrown)),
			[Symbol.asyncIterator]() {
				return this;
			},
		};
	},
};

/** The same source, in which each function has the recorder call its body. */
function instrumented(file: string, text: string): string {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const insertions: Array<[position: number, text: string]> = [];
	const visit = (node: ts.Node): void => {
		const body = ts.isFunctionLike(node) && 'body' in node ? node.body : undefined;
		if (!body) return ts.forEachChild(node, visit);
		const isGenerator = 'asteriskToken' in node && node.asteriskToken !== undefined;
		const isAsync = ts.getCombinedModifierFlags(node as ts.Declaration) & ts.ModifierFlags.Async;
		const head = isGenerator ? 'async function* ()' : `${isAsync ? 'async ' : ''}() =>`;
		const { line } = source.getLineAndCharacterOfPosition(node.getStart());
		const name = `${nameOf(node)}:${line + 1}`;
		const call = `recorder.${isGenerator ? 'generator' : 'call'}("${file}", "${name}", ${head} `;
		const isBlock = ts.isBlock(body);
		const start = isBlock ? `{ return ${isGenerator ? 'yield* ' : ''}${call}` : call;
		insertions.push([body.getStart(), start]);
		ts.forEachChild(node, visit);
		insertions.push([body.end, isBlock ? '); }' : ')']);
	};
	visit(source);
	let result = '';
	let done = 0;
	for (const [position, inserted] of insertions.sort(([a], [b]) => a - b)) {
		result += text.slice(done, position) + inserted;
		done = position;
	}
	return result + text.slice(done);
}

const CALLBACK = 'callback';

/** The name of a function, or of what it is assigned to. */
function nameOf(node: ts.Node): string {
	if (ts.isConstructorDeclaration(node)) return 'constructor';
	const named = 'name' in node && node.name ? node : node.parent;
	return 'name' in named && named.name ? (named.name as ts.Node).getText() : CALLBACK;
}

const root = join(__dirname, '../..');

const requireHere = createRequire(__filename);

const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };

for (const folder of ['nodes', 'credentials']) {
	for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
		if (!name.endsWith('.ts')) continue;
		const path = join(root, folder, name);
		jest.doMock(path, () => {
			const text = instrumented(join(folder, name), readFileSync(path, 'utf8'));
			const { outputText } = ts.transpileModule(text, { compilerOptions });
			const exports = {};
			const requireFrom = (id: string): unknown =>
				requireHere(id.startsWith('.') ? join(dirname(path), id) : id);
			new Function('exports', 'require', 'recorder', outputText)(exports, requireFrom, recorder);
			return exports;
		});
	}
}

/** What a run calls of the functions that ship. */
export async function recordWalk(run: () => Promise<unknown>): Promise<Walk> {
	const recorded: Walk = { files: new Map(), crossings: new Set() };
	walk = recorded;
	try {
		await run();
	} finally {
		walk = undefined;
	}
	return recorded;
}

/** A line for each file and each of its functions. */
export const asText = ({ files }: Walk) =>
	[...files]
		.flatMap(([file, functions]) => [
			file,
			...[...functions].map(
				([name, count]) => `    ${name}${count > 1 ? ` (${count} times)` : ''}`,
			),
		])
		.join('\n');
