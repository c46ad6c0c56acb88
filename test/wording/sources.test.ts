/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- reads the sources of the package */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import * as ts from 'typescript';

import { known } from './labels';
import { expectNoAvoided, expectQuoted } from './rules';

const root = join(__dirname, '../..');

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

/** Texts of a source, with an x for what is put in; what throws a TypeError is for developers. */
function textsIn(file: string): string[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(join(root, file), 'utf8'),
		ts.ScriptTarget.Latest,
	);
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isNewExpression(node) && node.expression.getText(source) === 'TypeError') return;
		if (ts.isStringLiteralLike(node)) texts.push(node.text);
		else if (ts.isTemplateExpression(node)) {
			texts.push([node.head.text, ...node.templateSpans.map((s) => s.literal.text)].join('x'));
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	// Three words make a sentence, or a label.
	return texts.filter((text) => /\S \S+ \S/.test(text) && !known.has(text));
}

test.each(files)('%s names labels in quotation marks, and says nothing that n8n avoids', (file) => {
	for (const text of textsIn(file)) {
		expectQuoted(text);
		expectNoAvoided(text);
	}
});
