/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- reads the README beside the package */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { operations, resourceNamed } from '../../nodes/ProjectWorkspace/catalogue';
import { nodeProperties } from '../../nodes/ProjectWorkspace/editor/properties';
import { SEARCHED_AT_ONCE } from '../../nodes/ProjectWorkspace/editor/listSearch';
import { SAMPLED_RECORDS } from '../../nodes/ProjectWorkspace/editor/recordFields';
import { DEFAULT_LIMIT } from '../../nodes/ProjectWorkspace/parameters/limit';
import { options } from '../../nodes/ProjectWorkspace/parameters/options';
import { messages } from '../../nodes/ProjectWorkspace/upsert/messages';
import { BUDGET } from '../../nodes/ProjectWorkspace/records/budget';
import { MOST_FIELDS } from '../../nodes/ProjectWorkspace/records/shape';
import { refuse } from '../../nodes/ProjectWorkspace/lists/messages';
import { errorRow, errors, type ErrorRow } from '../../nodes/ProjectWorkspace/client/errors';
import { DELIVERY_CASES } from '../../nodes/ProjectWorkspace/trigger/dedupe/key';
import { MOST_ENTRIES } from '../../nodes/ProjectWorkspace/trigger/dedupe/execute';
import { problems, REJECTED } from '../../nodes/ProjectWorkspace/trigger/messages';
import { triggerProperties } from '../../nodes/ProjectWorkspace/trigger/properties';
import { BOUNDS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import { operationRow } from './operationRow';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');

/** Cells of the table behind a text. */
const tableBehind = (text: string) =>
	cellsOf(readme.slice(readme.indexOf(text)).split('\n\n')[1] ?? '');

/** Cells of the table under a heading, without its head. */
function tableUnder(heading: string): string[][] {
	const [, section = ''] = readme.split(`\n## ${heading}\n`);
	const [body = ''] = section.split('\n## ');
	return cellsOf(body);
}

function cellsOf(text: string): string[][] {
	const rows = text.split('\n').filter((line) => line.startsWith('|'));
	return rows.slice(2).map((row) =>
		row
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

test('the table of operations is the catalogue', () => {
	expect(tableUnder('Operations')).toEqual(operations.map(operationRow));
});

test('the table of credentials names every field', () => {
	const { properties } = new ProjectWorkspaceApi();
	expect(tableUnder('Credentials').map(([field]) => field)).toEqual(
		properties.filter(({ type }) => type !== 'notice').map(({ displayName }) => displayName),
	);
});

test('every message in the table is one that the node gives', () => {
	const position = { target: { query: {} }, cursor: '' };
	const match = { matchOn: ['key'], matchValues: ['A'] };
	const given = [
		...Object.values(errors).map(({ message }) => message),
		refuse.request(position, undefined).message,
		refuse.nextLink({ why: '', link: '' }).message,
		refuse.short(2, 1).message,
		messages.noMatch(resourceNamed('task'), match).message,
		messages.noFields(resourceNamed('task')).message,
		...[problems.noSecret(), problems.noEvents(), problems.unreachable('', '')].map(
			({ message }) => message,
		),
		REJECTED,
		'The API key is missing',
	];
	for (const [message = ''] of tableUnder('Troubleshooting')) {
		expect(given.some((text) => text.startsWith(message))).toBe(true);
	}
});

test('the table of options names every option, with what holds unless it is set', () => {
	const shown = new Map(
		nodeProperties()
			.filter(({ name }) => name === 'options')
			.flatMap(({ options: all = [] }) => all)
			.filter((option) => 'default' in option)
			.map((option) => [option.displayName, option.default]),
	);
	const rows = tableBehind('### Options');
	expect(rows.map(([name]) => name)).toEqual([...shown.keys()].sort());
	for (const [name = '', unset] of rows) {
		if (/^\d+$/.test(unset ?? '')) expect(shown.get(name)).toBe(Number(unset));
	}
});

test('the tables of the trigger name its events and its options', () => {
	const [, events, options] = triggerProperties;
	const names = (property: INodeProperties | undefined) => property?.options ?? [];
	expect(
		tableBehind('starts a workflow on the events that you choose:').map(([event]) => event),
	).toEqual(names(events).map((option) => `\`${'value' in option ? option.value : ''}\``));
	const rows = tableBehind('**Rotation.**');
	expect(rows.map(([name]) => name)).toEqual(
		names(options).map((option) => ('displayName' in option ? option.displayName : '')),
	);
});

test('the table of duplicate deliveries is that of the code', () => {
	const rows: Record<keyof typeof DELIVERY_CASES, string> = {
		signedId: 'A signed ID',
		payloadId: 'A unique ID of the event in the payload',
		ownTime: 'The time of the event or of the change in the payload',
		signedTime: 'A signed time',
		otherId: 'Another ID of the event or the delivery in the payload',
		headerId: 'A delivery ID in a header that is not signed',
		bodyOnly: 'None of these',
	};
	const ingredients = {
		signedId: 'ID',
		payloadId: 'ID',
		headerIds: 'ID',
		signedTime: 'time',
		signedName: 'name of the event in the payload',
		name: 'name of the event',
		body: 'body',
	};
	const said = new Map([
		[undefined, 'for good'],
		[2 * 86_400_000, 'up to two days'],
		[600_000, 'up to ten minutes'],
	]);
	const cases = Object.entries(DELIVERY_CASES);
	expect(Object.keys(rows)).toEqual(cases.map(([name]) => name));
	const table = tableBehind('Duplicates are recognized by the first row that applies:');
	expect(
		table.map(([has = '', recognizedBy, counts]) => [
			has.split(', such as')[0],
			recognizedBy,
			counts,
		]),
	).toEqual(
		cases.map(([name, { key, ...rest }]) => {
			// Without an ID in a header there is nothing to say of it.
			const parts = key
				.filter((part) => name !== 'bodyOnly' || part !== 'headerIds')
				.map((part) => ingredients[part]);
			const last = parts.length > 1 ? ` and the ${parts.at(-1)}` : '';
			const first = parts.slice(0, Math.max(1, parts.length - 1)).join(', the ');
			return [
				rows[name as keyof typeof rows],
				`The ${first}${last}`,
				said.get('countsForMs' in rest ? rest.countsForMs : undefined),
			];
		}),
	);
	expect(readme.replaceAll('\n', ' ')).toContain(
		`keeps the last ${MOST_ENTRIES.toLocaleString('en')} entries`,
	);
});

test('the table of retries is the policy', () => {
	const rows = tableBehind('**Retries.** Only where it is safe:');
	const groups: Array<Array<keyof typeof errors>> = [
		['quotaRefused'],
		['connectionRefused', 'hostUnknown'],
		['connectionLost', 'timeout'],
		['badGateway', 'unavailable', 'interrupted', 'gatewayTimeout'],
		['cutJson'],
	];
	const said = (again: boolean) => (again ? 'sent again' : 'not again');
	const repeats = (repeat: ErrorRow['repeat']) => [
		said(repeat !== undefined),
		said(repeat === 'always' || repeat === 'whenAllowed'),
	];
	const told = rows.map(([, others, post]) => [others, post]);
	expect(told.at(-1)).toEqual(repeats(undefined));
	groups.forEach((group, at) => {
		for (const cause of group) expect(repeats(errorRow(cause).repeat)).toEqual(told[at]);
	});
	const repeated = Object.entries<ErrorRow>(errors).filter(([, { repeat }]) => repeat);
	expect(groups.flat().sort()).toEqual(repeated.map(([cause]) => cause).sort());
});

test('the table of limits has the figures of the code', () => {
	const figures = tableUnder('Limits').map(([, figure = '']) => Number(figure.replaceAll(',', '')));
	expect(figures).toEqual([
		options.parallelRequests.unset,
		DEFAULT_LIMIT,
		MOST_FIELDS,
		BUDGET.records,
		BUDGET.characters,
		SAMPLED_RECORDS,
		SEARCHED_AT_ONCE,
		BOUNDS.attempts,
		BOUNDS.quotaMs / 1000,
	]);
});

test("the sections stand in the order of n8n's own template", () => {
	const sections = [...readme.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
	const template = ['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage'];
	expect(sections.slice(0, 5)).toEqual(template);
	expect(sections.indexOf('Resources')).toBeLessThan(sections.indexOf('Version history'));
});

test('every link inside the README leads to a heading, every other one to a file that there is', () => {
	const anchors = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replace(/[^\p{L}\p{N} -]/gu, '')
			.replaceAll(' ', '-'),
	);
	const links = [...readme.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
		([, link, source]) => link ?? source ?? '',
	);
	expect(links.length).toBeGreaterThan(20);
	for (const link of links) {
		if (link.startsWith('#')) expect(anchors).toContain(link.slice(1));
		else if (!/^https?:/.test(link)) expect(existsSync(join(__dirname, '../..', link))).toBe(true);
	}
});

test('the two commands stand on top', () => {
	const commands = /```bash\n([\s\S]*?)```/
		.exec(readme)?.[1]
		?.match(/^npm \S+( \S+)*?(?=\s{2,})/gm);
	expect(commands).toEqual(['npm start', 'npm test']);
});
