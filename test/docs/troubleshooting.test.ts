import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { resourceNamed } from '../../nodes/ProjectWorkspace/old/catalogue';
import { noCredential } from '../../nodes/ProjectWorkspace/old/client/connect';
import {
	CREDENTIAL,
	readApiKey,
	readBaseUrl,
} from '../../nodes/ProjectWorkspace/old/client/connection';
import { errors } from '../../nodes/ProjectWorkspace/old/client/errors';
import { readHeaders } from '../../nodes/ProjectWorkspace/old/client/headers';
import { errorItem, thrownError } from '../../nodes/ProjectWorkspace/old/itemError';
import { findRecords } from '../../nodes/ProjectWorkspace/old/records/envelope/findRecords';
import {
	doubtOf,
	incomplete,
	listMessages as lists,
} from '../../nodes/ProjectWorkspace/old/lists/messages';
import { parameterMessages as parameters } from '../../nodes/ProjectWorkspace/old/parameters/messages';
import { pollMessages as polling } from '../../nodes/ProjectWorkspace/old/polling/messages';
import { runMessages as run } from '../../nodes/ProjectWorkspace/old/run/messages';
import * as trigger from '../../nodes/ProjectWorkspace/old/trigger/messages';
import { upsertMessages as upsert } from '../../nodes/ProjectWorkspace/old/upsert/messages';
import { page, repository } from './page';

/** Not on the page: why a signature was rejected, each with the setting to change. */
const REASONS = 'signature/messages.ts';

type Told = { message: string } | { problem: { message: string } };

const textOf = (told: Told) => ('problem' in told ? told.problem : told).message;

/** The messages of a table, each called with what it takes. */
function messagesOf(name: string, table: object, ...args: unknown[]): Array<[string, string]> {
	return Object.entries(table).map(([key, entry]: [string, unknown]) => {
		const told: unknown = typeof entry === 'function' ? entry(...args) : entry;
		return [`${name}.${key}`, typeof told === 'string' ? told : textOf(told as Told)]; // by its type
	});
}

const task = resourceNamed('task');
const match = { matchOn: ['key'], matchValues: ['A'] };
const { notCreatable, severalMatches, similar, fieldNowhere, fieldInside, ...others } = upsert;

/** `shape` passes on the messages of findRecords. */
const { shape, noWayOn, ...ownOfLists } = lists;
const { unproven, mayMiss, ...ownOfPolling } = polling;

const problemIn = (body: unknown, path?: string[]) => {
	const found = findRecords(body, 'task', path);
	return found.ok ? undefined : shape(found.problem.message);
};

const given = new Map([
	...messagesOf('errors', errors),
	...messagesOf('lists', ownOfLists, 'p1', 'x', 'y'),
	...messagesOf('lists', {
		incomplete: incomplete({ because: 'noSign' }, 7),
		untried: noWayOn(10, 250, [], []),
		tried: noWayOn(10, 250, ['page'], []),
	}),
	...messagesOf('lists', {
		several: problemIn({ one: [{ name: 'a' }], two: [{ name: 'b' }] }),
		none: problemIn({ name: 'a' }),
		text: problemIn('a'),
		listOfLists: problemIn([[{ id: 1 }], [{ id: 2 }]]),
		saysNone: problemIn({ total: 0, other: [{ id: 1 }] }),
		elsewhere: problemIn({ items: [{ id: 1 }] }, ['data']),
	}),
	...messagesOf('parameters', parameters, 'Task', 'x', ['y']),
	...messagesOf('polling', { unproven, mayMiss }, doubtOf({ because: 'noSign' }, 7)),
	...messagesOf(
		'polling',
		{ ...ownOfPolling, missingFields: polling.missingFields(['x'], 20) },
		'x',
		20,
	),
	...messagesOf('run', run, task, 1, 'x'),
	...messagesOf('upsert', others, task, match, 'x', 't1'),
	...messagesOf('upsert', { severalMatches, similar }, task, match, [{ id: 1 }]),
	...messagesOf('upsert', { notCreatable, fieldNowhere }, task, 'key', 2),
	...messagesOf('upsert', { fieldInside }, task, 'title', 'attributes.title'),
	...messagesOf('trigger', { ...trigger.problems, ...trigger.rejections }, 'Signing Secret', 'x'),
	...messagesOf('trigger', trigger.ignored, 'task.created', 'the payload'),
	...messagesOf('trigger', {
		rejected: trigger.NOT_VERIFIED,
		notChecked: trigger.NOT_CHECKED,
		notStarted: trigger.NOT_STARTED,
		notRecorded: trigger.NOT_RECORDED,
		tooLarge: trigger.tooLarge('more than 200 levels'),
	}),
	...messagesOf('trigger', trigger.warnings, 'it is a private address'),
	...messagesOf('item', {
		bug: { message: errorItem(thrownError(Error('x')), 0, false).json.error },
	}),
	...messagesOf('credential', {
		notSelected: noCredential({}, Error('x'), ''),
		notRead: noCredential(
			{ credentials: { [CREDENTIAL]: { id: '1', name: 'x' } } },
			Error('x'),
			'',
		),
		noKey: readApiKey(''),
		badKey: readApiKey('a b'),
		noUrl: readBaseUrl(''),
		badUrl: readBaseUrl('https://example.com/v1/tasks'),
		header: readHeaders({ header: { name: 'Host', value: 'a' } }, 'credential'),
	}),
]);

const rows = [
	...page('docs/troubleshooting.md').text.matchAll(/^\| (?!Message |-)(.+?) +\|/gm),
].map(([, begins = '']) => begins);

/** A message begins with a row in which `…` stands for any value. */
const isOn = (row: string, message: string) =>
	new RegExp(`^${row.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.+')}`).test(message);

test('every message is on the page', () => {
	const missing = [...given].filter(([, message]) => !rows.some((row) => isOn(row, message)));
	expect(missing).toEqual([]);
});

test('every message on the page exists in the code', () => {
	expect(rows.length).toBeGreaterThan(90);
	const messages = [...given.values()];
	expect(rows.filter((row) => !messages.some((message) => isOn(row, message)))).toEqual([]);
});

test('every file of messages is checked', () => {
	const nodes = join(repository, 'nodes/ProjectWorkspace');
	const files = readdirSync(nodes, { recursive: true, encoding: 'utf8' });
	expect(files.filter((name) => /(messages|\berrors)\.ts$/.test(name)).sort()).toEqual(
		[
			...[REASONS, 'parameters/messages.ts'],
			...['client/errors.ts', 'lists/messages.ts', 'polling/messages.ts', 'run/messages.ts'],
			...['trigger/messages.ts', 'upsert/messages.ts'],
		].sort(),
	);
});
