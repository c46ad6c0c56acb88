import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import * as ts from 'typescript';

import { operations, resources } from '../../nodes/ProjectWorkspace/old/catalogue';
import { known, placeholders, prose } from './labels';
import { expectNoAvoided, expectQuoted, expectWorded, unknownIn, unquotedIn } from './rules';

const root = join(__dirname, '../..');

const sources = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
			join(folder, name),
		),
	)
	.filter((name) => name.endsWith('.ts'))
	.map((name) => {
		const text = readFileSync(join(root, name), 'utf8');
		return ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
	});

/** @param visit whether to look at what is within a node, too */
function walk(node: ts.Node, visit: (node: ts.Node) => boolean) {
	if (visit(node)) ts.forEachChild(node, (child) => walk(child, visit));
}

/** A text, with a sentence in place of each constant or choice and a number in place of other values; undefined if it is not a text. */
function textOf(node: ts.Node | undefined): string | undefined {
	if (node && ts.isStringLiteralLike(node)) return node.text;
	if (!node || !ts.isTemplateExpression(node)) return undefined;
	const parts = node.templateSpans.map(({ expression, literal }) => {
		const isConstant = ts.isIdentifier(expression) && /^[A-Z_]+$/.test(expression.text);
		const isChoice = ts.isConditionalExpression(expression) && textOf(expression.whenTrue);
		return `${isConstant || isChoice ? 'It is so.' : '9'}${literal.text}`;
	});
	return [node.head.text, ...parts].join('');
}

/** What a person may read in a source; what throws a TypeError is for developers. */
function textsIn(source: ts.SourceFile): string[] {
	const texts: string[] = [];
	walk(source, (node) => {
		texts.push(textOf(node) ?? '');
		return !(ts.isNewExpression(node) && node.expression.getText(source) === 'TypeError');
	});
	// Three words make a sentence, or a label.
	return texts.filter((text) => /\S \S+ \S/.test(text) && !known.has(text));
}

/** What happened and what to do: the objects that have both. */
function problemsIn(source: ts.SourceFile): Array<{ message: string; description: string }> {
	const problems: Array<{ message: string; description: string }> = [];
	walk(source, (node) => {
		if (!ts.isObjectLiteralExpression(node)) return true;
		const valueOf = (name: string) =>
			node.properties.find((each) => each.name?.getText(source) === name);
		const [message, description, withoutId] = ['message', 'description', 'withoutId'].map(
			(name) => {
				const property = valueOf(name);
				return property && ts.isPropertyAssignment(property)
					? textOf(property.initializer)
					: undefined;
			},
		);
		for (const each of [description, withoutId]) {
			if (message && each) problems.push({ message, description: each });
		}
		return true;
	});
	return problems;
}

const catalogue = [
	...resources.flatMap(({ description, narrowedBy }) => [description, narrowedBy?.description]),
	...operations.flatMap(({ resource, value, endpoint }) => [
		resource.endpoints[value]?.action,
		resource.endpoints[value]?.description,
		...(endpoint?.references ?? []).map(({ description }) => description),
	]),
].filter((text) => text !== undefined);

/** Where texts are, and the rules for each of them. */
const TABLE: Array<
	[where: string, texts: readonly string[], rules: Array<(text: string) => void>]
> = [
	['The editor', prose, [expectQuoted, expectNoAvoided]],
	['A placeholder', placeholders, [expectNoAvoided]],
	['The catalogue', catalogue, [expectQuoted, expectNoAvoided, expectStops]],
	...sources.map((source): (typeof TABLE)[number] => [
		source.fileName,
		textsIn(source),
		[expectQuoted, expectNoAvoided],
	]),
];

/** n8n's guidelines: one sentence has no full stop, several have. */
function expectStops(text: string) {
	expect({ text, stops: text.endsWith('.') }).toEqual({ text, stops: /\. [A-Z]/.test(text) });
}

test.each(TABLE)('%s has labels in quotation marks, and no word that n8n avoids', (...row) => {
	const [, texts, rules] = row;
	for (const text of texts) for (const rule of rules) rule(text);
});

test('every problem has a message without a full stop, and sentences that say what to do', () => {
	const problems = sources.flatMap(problemsIn);
	expect(problems.length).toBeGreaterThan(60);
	for (const problem of problems) expectWorded(problem);
});

test.each([
	['Raise Timeout under Options.', ['Options', 'Timeout']],
	["Check 'Base URL' in the credential.", []],
	['Base URL is missing', ['Base URL']],
	['The project of a task, in Project Workspace', []],
	['Limit is reached', []],
])('finds labels without quotation marks in "%s"', (text, found) => {
	expect(unquotedIn(text).sort()).toEqual(found);
});

test('finds labels that do not exist', () => {
	expect(unknownIn("Change 'Base Address', or take 'id' out: it is the service's")).toEqual([
		'Base Address',
	]);
});
