import type { INodeParameters } from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { json, type Script, type ScriptedAnswer } from '../servers/scriptedServer';
import { automatic } from './matching';
import { activated } from './pollContexts';
import { editorContext } from './runNode';
import { byId, serviceThat } from './service';

const HTML = '<img src=x>&lt;';
const ESCAPED = '&lt;img src=x>&amp;lt;';
const rejected = json({ error: { code: HTML, message: HTML } }, 422);
const task = { resource: 'task', operation: 'get', taskId: byId('t1') };
const create = { resource: 'task', operation: 'create' };
const { listSearch, loadOptions, resourceMapping } = new ProjectWorkspace().methods;

async function editorOf(answer: ScriptedAnswer, parameters: INodeParameters = {}) {
	const { credential } = await serviceThat(() => answer);
	return editorContext({ ...create, ...parameters }, credential);
}

const thrown = async (promise: Promise<unknown> | undefined) =>
	await promise?.then(
		() => ({ message: '' }),
		(error: Error) => error,
	);

test.each<[string, () => Promise<string | undefined>]>([
	[
		'the error that stops an execution',
		async () => (await (await serviceThat(() => rejected)).run(task)).error?.message,
	],
	[
		'the error of a poll',
		async () => {
			const { credential } = await serviceThat(() => rejected);
			const { failure } = activated({ resource: 'task', changes: ['new'] }, { credential });
			return (await failure())?.message;
		},
	],
	[
		'the error of loaded options',
		async () => (await thrown(loadOptions.getOutputFields.call(await editorOf(rejected))))?.message,
	],
	[
		'the notice instead of fields',
		async () => (await resourceMapping.getFields.call(await editorOf(rejected))).emptyFieldsNotice,
	],
	[
		'a hint with names of input fields',
		async () => {
			const script: Script = ({ method }) =>
				method === 'GET'
					? json({ data: [], total: 0 })
					: json({ id: 1, key: 'k', [HTML]: 'other' });
			const { run } = await serviceThat(script);
			const upsert = { resource: 'task', operation: 'upsert', fields: automatic };
			const { hints } = await run(upsert, { items: [{ key: 'k', [HTML]: 'mine' }] });
			return hints.map(({ message }) => message).join();
		},
	],
	[
		'a hint with names of fields',
		async () => {
			const { run } = await serviceThat(() => json({ data: [{ id: 1 }], total: 1 }));
			const filters = { filter: [{ field: HTML, condition: 'equals', value: 'x' }] };
			const all = { resource: 'task', operation: 'getAll', returnAll: true, filters };
			return (await run(all)).hints.map(({ message }) => message).join();
		},
	],
])('%s is HTML, so what it quotes is escaped', async (_, said) => {
	const text = await said();
	expect(text).toContain(ESCAPED);
	expect(text).not.toContain('<');
});

test.each<[string, () => Promise<unknown>]>([
	[
		'the error in the output panel',
		async () => {
			const { error } = await (await serviceThat(() => rejected)).run(task);
			// n8n fills in the name of the parameter.
			expect(error?.context.parameter).toMatch(/./);
			return error?.context.messageTemplate;
		},
	],
	[
		'an item of the error output',
		async () => {
			const { run } = await serviceThat(() => rejected);
			return (await run(task, { onError: 'continueRegularOutput' })).json[0]?.error;
		},
	],
	[
		'the error of a record list',
		async () => (await thrown(listSearch.user?.call(await editorOf(rejected))))?.message,
	],
])('%s is plain text', async (_, said) => {
	expect(await said()).toContain(HTML);
});
