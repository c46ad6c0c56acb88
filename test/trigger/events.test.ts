import {
	documentedName,
	EVENT_NAMES,
	outputCount,
	outputFor,
	outputsExpression,
} from '../../nodes/ProjectWorkspace/trigger/events';
import { Fields } from '../../nodes/ProjectWorkspace/trigger/payload';
import { findEvent } from '../../nodes/ProjectWorkspace/trigger/whichEvent';

test.each([
	['task.created', 'task.created'],
	['TASK_CREATED', 'task.created'],
	['taskCreated', 'task.created'],
	['task:completed', 'task.completed'],
	['workflow_run.completed', 'workflow.run.completed'],
	['workflow.run.complete', 'workflow.run.completed'],
	['user/invited', 'user.invited'],
	['com.example.task.created', 'task.created'],
	['com.example.task.archived', undefined],
	['project.task.created', undefined],
	['task.deleted', undefined],
	['created', undefined],
	['', undefined],
])('the spelling %j means %j', (text, name) => {
	expect(documentedName(text)).toBe(name);
});

test('every documented name is recognized as spelled', () => {
	expect(EVENT_NAMES.map(documentedName)).toEqual(EVENT_NAMES);
});

const event = (name: string) => findEvent(new Fields({ event: name }), {}, '')?.name;

describe('which deliveries start the workflow', () => {
	const others = { otherEvents: true };
	const outputs = { outputPerEvent: true };
	const two = ['user.invited', 'task.updated'];
	test.each<[string, string, readonly string[], object, number | string]>([
		['a selected event', 'task.created', ['task.created'], {}, 0],
		['another event', 'task.updated', ['task.created'], {}, 'notSelected'],
		['another event, whatever else may', 'task.updated', ['task.created'], others, 'notSelected'],
		['an unknown event', 'task.archived', ['task.created'], {}, 'unknown'],
		['an unknown event, all selected', 'task.archived', EVENT_NAMES, {}, 'unknown'],
		['an unknown event, if others may', 'task.archived', ['task.created'], others, 0],
		['an event without a name', '', ['task.created'], {}, 'unnamed'],
		['an event without a name, all selected', '', EVENT_NAMES, {}, 'unnamed'],
		['an event without a name, if others may', '', [], others, 0],
		['nothing selected', 'task.created', [], {}, 'notSelected'],
		['outputs in the order of the documentation', 'task.updated', two, outputs, 0],
		['others by the last output', 'task.archived', two, { ...outputs, ...others }, 2],
	])('%s', (_, name, selected, options, output) => {
		expect(outputFor(event(name), selected, options)).toBe(output);
	});

	test('every delivery uses an existing output', () => {
		const all = outputCount(EVENT_NAMES, { outputPerEvent: ' True ' as never });
		expect(all).toBe(EVENT_NAMES.length);
		for (const selected of [EVENT_NAMES, EVENT_NAMES.slice(0, 2), []]) {
			for (const outputPerEvent of [true, false]) {
				for (const otherEvents of [true, false]) {
					const options = { outputPerEvent, otherEvents };
					for (const name of [...EVENT_NAMES, 'task.archived', '']) {
						const output = outputFor(event(name), selected, options);
						if (typeof output !== 'number') continue;
						expect(output).toBeLessThan(outputCount(selected, options));
					}
				}
			}
		}
	});

	test('the expression for n8n uses nothing from outside', () => {
		expect(outputsExpression).toMatch(/^=\{\{\(function outputsOf\(/);
		expect(outputsExpression).toContain('"task.created"');
	});
});
