import type { INodeParameters } from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { json, type Script } from '../servers/scriptedServer';
import { automatic } from './matching';
import { activated } from './pollContexts';
import { editorContext, type NodeRun } from './runNode';
import { byId, serviceThat } from './service';

const HTML = '<img src=x>&lt;';
const ESCAPED = '&lt;img src=x>&amp;lt;';
const rejected = json({ error: { code: HTML, message: HTML } }, 422);
const task = { resource: 'task', operation: 'get', taskId: byId('t1') };
const { listSearch, loadOptions, resourceMapping } = new ProjectWorkspace().methods;

/** A run of the node, or the context of its editor, with a service that gives this answer. */
const runOn = async (answer: Script, parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
	await (await serviceThat(answer)).run(parameters, more);

async function editor() {
	const { credential } = await serviceThat(() => rejected);
	return editorContext({ resource: 'task', operation: 'create' }, credential);
}

const messageOf = async (promise: Promise<unknown> | undefined) =>
	await promise?.then(
		() => '',
		({ message }: Error) => message,
	);

async function failureOfPoll() {
	const { credential } = await serviceThat(() => rejected);
	const { failure } = activated({ resource: 'task', changes: ['new'] }, { credential });
	return (await failure())?.message;
}

async function hintAboutInput() {
	const saved = { id: 1, key: 'k', [HTML]: 'other' };
	const script: Script = ({ method }) => json(method === 'GET' ? { data: [], total: 0 } : saved);
	const upsert = { resource: 'task', operation: 'upsert', fields: automatic };
	const { hints } = await runOn(script, upsert, { items: [{ key: 'k', [HTML]: 'mine' }] });
	return hints.map(({ message }) => message).join();
}

async function hintAboutFields() {
	const filters = { filter: [{ field: HTML, condition: 'equals', value: 'x' }] };
	const all = { resource: 'task', operation: 'getAll', returnAll: true, filters };
	const { hints } = await runOn(() => json({ data: [{ id: 1 }], total: 1 }), all);
	return hints.map(({ message }) => message).join();
}

test.each<[string, () => Promise<string | undefined>]>([
	[
		'the error that stops an execution',
		async () => (await runOn(() => rejected, task)).error?.message,
	],
	['the error of a poll', failureOfPoll],
	['the error of options', async () => messageOf(loadOptions.getOutputFields.call(await editor()))],
	[
		'the notice instead of fields',
		async () => (await resourceMapping.getFields.call(await editor())).emptyFieldsNotice,
	],
	['a hint with names of input fields', hintAboutInput],
	['a hint with names of fields', hintAboutFields],
])('%s is HTML, so what it quotes is escaped', async (_, said) => {
	const text = await said();
	expect(text).toContain(ESCAPED);
	expect(text).not.toContain('<');
});

test('the error in the output panel, an item and the error of a record list are plain text', async () => {
	const { error } = await runOn(() => rejected, task);
	// n8n fills in the name of the parameter.
	expect(error?.context.parameter).toMatch(/./);
	expect(error?.context.messageTemplate).toContain(HTML);
	const { json: items } = await runOn(() => rejected, task, { onError: 'continueRegularOutput' });
	expect(items[0]?.error).toContain(HTML);
	expect(await messageOf(listSearch.user?.call(await editor()))).toContain(HTML);
});
