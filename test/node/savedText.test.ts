import * as fc from 'fast-check';
import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { extractFromAICalls } from 'n8n-workflow';

import { savedText } from '../../nodes/ProjectWorkspace/old/editor/methods';
import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { ProjectWorkspaceTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node';
import { json } from '../servers/scriptedServer';
import { OneCredential } from './credentials';
import { mapped } from './matching';
import { editorContext, workflowWith } from './runNode';
import { serviceThat } from './service';

const { workflow, node } = workflowWith({}, new OneCredential({}));

/** As n8n reads a saved parameter. */
const evaluated = (value: INodeParameters | string) =>
	workflow.expression.getParameterValue(value, null, 0, 0, node.name, [], 'manual', {});

const pieces = [
	...['=', '{{', '}}', '\\', '\\\\', '\\}}', '"', "'", '`', '${1}', '\n', '\r\n', '\t', '\0', ' '],
	...['\u2028', '\u2029', '\uFEFF', '\u00A0', '\uD83C', '\uDF89', '🎉', 'é', 'ß', '中', '\u202E'],
	...['$env', '$json', '$(', ')', '.constructor', '.first()', '.toDate()', '$if(', '?.'],
	...['__proto__', '$fromAI(', '$FROMAI'],
	...['$fromAI("a", "b")', '// x', '/* x */', '<!--', '*/', '\\u0041', 'x', '7'],
	...'process this extend( [ ] ( ; @ # % & < > | ^ ~'.split(' '),
];
const hostile = fc.oneof(
	fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
	fc.string({ unit: 'binary' }),
	fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
);

test('n8n evaluates what is saved to the text of the service, and finds no tool argument in it', () => {
	const isText = (text: string) => {
		const saved = savedText(text);
		expect(evaluated(saved)).toBe(text);
		expect(extractFromAICalls(saved)).toEqual([]);
	};
	fc.assert(
		fc.property(hostile, (text) => isText(`=${text}`)),
		{ numRuns: 500 },
	);
	fc.assert(fc.property(hostile, isText), { numRuns: 500 });
});

test.each([' =1', '\n=1', '\u00A0=1'])('%j is saved as an expression, too', (text) => {
	expect(savedText(text)).toMatch(/^=/);
	expect(evaluated(savedText(text))).toBe(text);
});

test('a text that n8n would not act on is saved as it is', () => {
	for (const text of ['a=b', '{{ 1 }}', '"=x"', 'Ünïcode "quoted" \\', '', '-=1']) {
		const given = { value: text, count: 1, none: undefined };
		expect(savedText(given)).toEqual(given);
	}
});

/** Evaluated, it would be "pwned". */
const TEXT = '={{ "pwn" + "ed" }}';
/** Typed IDs are trimmed, selected ones are not. */
const ID = `${TEXT} `;
const record = { id: ID, title: 'A title', [TEXT]: '=1', project_id: ID, inner: { [TEXT]: 1 } };
const tasks = () => json({ data: [record], has_more: false });

/** Everything that the nodes have for the editor, found by looking at them. */
const methods = [ProjectWorkspace, ProjectWorkspaceTrigger, ProjectWorkspacePollingTrigger].flatMap(
	(Type) => {
		const { credentialTest, ...groups } = new Type().methods as object as Record<string, Methods>;
		expect(Object.keys(credentialTest ?? {})).toEqual(['projectWorkspaceApiTest']);
		return Object.entries(groups).flatMap(([group, each]) =>
			Object.entries(each).map(
				([name, method]) => [Type.name, `${group}.${name}`, method] as const,
			),
		);
	},
);
type Methods = Record<string, (this: ILoadOptionsFunctions) => Promise<unknown>>;

async function editorWith(parameters: INodeParameters) {
	const { credential, ...service } = await serviceThat(tasks);
	return { context: editorContext(parameters, credential), ...service };
}

const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

test.each(methods)('%s: nothing that %s returns acts in n8n', async (_, __, method) => {
	const { context } = await editorWith({ resource: 'task', operation: 'update' });
	const texts = textsIn(await method.call(context)).map((text) => String(evaluated(text)));
	expect(texts.join()).not.toContain('pwned');
	expect(texts.filter((text) => text.includes(TEXT))).not.toEqual([]);
});

test('what was selected from a list is sent and read as the text that the service has', async () => {
	const { listSearch, loadOptions, resourceMapping } = new ProjectWorkspace().methods;
	const { context, run, seen } = await editorWith({ resource: 'task', operation: 'update' });
	const [found] = (await listSearch.task?.call(context))?.results ?? [];
	const taskId = {
		...{ __rl: true as const, mode: 'list', value: found?.value ?? '' },
		cachedResultName: found?.name ?? '',
	};
	const named = await loadOptions.getOutputFields.call(context);
	const field = String(named.find(({ name }) => evaluated(name) === TEXT)?.value);
	const { fields } = await resourceMapping.getFields.call(context);
	expect(fields.map(({ id }) => id)).toEqual(['id', 'title', 'project_id', 'inner']);
	const owner = fields.find(({ id }) => id === 'project_id');

	const task = { resource: 'task', operation: 'get', taskId };
	const selected = { output: 'selected', outputFields: [field] };
	expect((await run({ ...task, ...selected })).json).toEqual([{ [TEXT]: '=1' }]);
	const all = { resource: 'task', operation: 'getAll', returnAll: true };
	const counted = await run({ ...all, output: 'count', countBy: field });
	expect(counted.json).toMatchObject([{ count: 1, values: { '=1': 1 } }]);
	const filters = { filter: [{ field, condition: 'equals', value: '={{ "=1" }}' }] };
	expect((await run({ ...all, filters })).json).toHaveLength(1);

	const value = { project_id: String(owner?.options?.[0]?.value) };
	await run({ ...task, operation: 'update', fields: { ...mapped(value, []), schema: fields } });
	expect(seen.at(-1)).toMatchObject({
		url: `/v1/tasks/${encodeURIComponent(ID)}`,
		body: JSON.stringify({ project_id: ID }),
	});
});
