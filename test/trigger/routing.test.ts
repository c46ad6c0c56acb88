import { EVENT_NAMES } from '../../nodes/ProjectWorkspace/trigger/events';
import {
	outputCount,
	outputsExpression,
	routeOf,
} from '../../nodes/ProjectWorkspace/trigger/routing';
import { findEvent } from '../../nodes/ProjectWorkspace/trigger/whichEvent';

const NONE = { outputPerEvent: false, otherEvents: false };

const event = (name: string) => findEvent({ event: name }, {}, '');

describe('which deliveries start the workflow', () => {
	test.each([
		['a selected event', 'task.created', ['task.created'], {}, { output: 0 }],
		['another event', 'task.updated', ['task.created'], {}, { ignored: 'notSelected' }],
		[
			'another event, whatever else may pass',
			'task.updated',
			['task.created'],
			{ otherEvents: true },
			{ ignored: 'notSelected' },
		],
		['an unknown event', 'task.archived', ['task.created'], {}, { ignored: 'unknown' }],
		['an unknown event, all selected', 'task.archived', EVENT_NAMES, {}, { ignored: 'unknown' }],
		[
			'an unknown event that may pass',
			'task.archived',
			['task.created'],
			{ otherEvents: true },
			{ output: 0 },
		],
		['an event without a name', '', ['task.created'], {}, { ignored: 'unnamed' }],
		['an event without a name, all selected', '', EVENT_NAMES, {}, { ignored: 'unnamed' }],
		['an event without a name that may pass', '', [], { otherEvents: true }, { output: 0 }],
		['nothing selected', 'task.created', [], {}, { ignored: 'notSelected' }],
		[
			'outputs in the order of the documentation',
			'task.updated',
			['user.invited', 'task.updated'],
			{ outputPerEvent: true },
			{ output: 0 },
		],
		[
			'others by the last output',
			'task.archived',
			['user.invited', 'task.updated'],
			{ outputPerEvent: true, otherEvents: true },
			{ output: 2 },
		],
	])('%s', (_, name, selected, options, route) => {
		expect(routeOf(event(name), selected, { ...NONE, ...options })).toEqual(route);
	});

	test('every route leads to an output that there is', () => {
		for (const selected of [EVENT_NAMES, EVENT_NAMES.slice(0, 2), []]) {
			for (const outputPerEvent of [true, false]) {
				for (const otherEvents of [true, false]) {
					const options = { outputPerEvent, otherEvents };
					for (const name of [...EVENT_NAMES, 'task.archived', '']) {
						const route = routeOf(event(name), selected, options);
						if (!('output' in route)) continue;
						expect(route.output).toBeLessThan(outputCount(selected, options));
					}
				}
			}
		}
	});

	test('the expression for n8n holds all that it needs', () => {
		expect(outputsExpression).toMatch(/^=\{\{\(function outputsOf\(/);
		expect(outputsExpression).toContain('"task.created"');
	});
});
