import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const root = join(__dirname, '..');

/** What ships. */
const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => ({
			name: join(folder, name),
			text: readFileSync(join(root, folder, name), 'utf8'),
		})),
);

const statements = files.flatMap(({ name, text }) =>
	ts
		.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
		.statements.map((statement) => ({ file: name, statement })),
);

/** The names that a statement of a file declares, also by taking an object apart. */
function declared(statement: ts.Statement): string[] {
	const namesIn = (name: ts.BindingName): string[] =>
		ts.isIdentifier(name)
			? [name.text]
			: name.elements.flatMap((each) => (ts.isBindingElement(each) ? namesIn(each.name) : []));
	if (ts.isVariableStatement(statement))
		return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
	return ts.isDeclarationStatement(statement) && statement.name ? [statement.name.getText()] : [];
}

const filesOfNames = new Map<string, Set<string>>();
for (const { file, statement } of statements)
	for (const name of declared(statement))
		filesOfNames.set(name, (filesOfNames.get(name) ?? new Set()).add(file));

const isType = (statement: ts.Statement) =>
	ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);

const countLines = (text: string) => text.split('\n').length - 1;

const LONG = 200;

/** With room for a feature; lowered with what it counts. */
const MOST = {
	'names that two or more files declare': 9,
	'named types': 136,
	'files over 200 lines': 7,
	lines: 17_250,
};

const found: Record<keyof typeof MOST, readonly string[] | number> = {
	'names that two or more files declare': [...filesOfNames]
		.filter(([, { size }]) => size > 1)
		.map(([name, where]) => `${name}: ${[...where].sort().join(', ')}`)
		.sort(),
	'named types': statements
		.filter(({ statement }) => isType(statement))
		.map(({ file, statement }) => `${file}: ${declared(statement)[0]}`),
	'files over 200 lines': files
		.map(({ name, text }) => [countLines(text), name] as const)
		.filter(([lines]) => lines > LONG)
		.sort(([a], [b]) => b - a)
		.map(([lines, name]) => `${lines} ${name}`),
	lines: files.reduce((sum, { text }) => sum + countLines(text), 0),
};

/** With `PRINT_SIZE=1`, the lists are printed. */
test.each(Object.entries(MOST))('there is less to know: %s, at most %i', (what, most) => {
	const list = found[what as keyof typeof MOST];
	const count = typeof list === 'number' ? list : list.length;
	const text = typeof list === 'number' ? '' : `\n${list.join('\n')}`;
	if (process.env.PRINT_SIZE) process.stdout.write(`${what}: ${count}${text}\n`);
	expect({ [what]: count > most ? list : 'few enough' }).toEqual({ [what]: 'few enough' });
	expect(count).toBeGreaterThan(0);
});
