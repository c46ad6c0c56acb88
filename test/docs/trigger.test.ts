import type { INodeProperties } from 'n8n-workflow';
import { DELIVERY_KEYS, EVENT_ID_FIELDS } from '../../nodes/ProjectWorkspace/old/trigger/dedupe/key';
import { MAX_ENTRIES } from '../../nodes/ProjectWorkspace/old/trigger/dedupe/execute';
import { format, readFormat } from '../../nodes/ProjectWorkspace/old/signature/format';
import { triggerOptionProperties } from '../../nodes/ProjectWorkspace/old/trigger/options';
import { triggerProperties } from '../../nodes/ProjectWorkspace/old/trigger/description';
import { NAME_FIELDS } from '../../nodes/ProjectWorkspace/old/trigger/whichEvent';
import { page } from './page';

const trigger = page('docs/trigger.md');

test('the tables of the trigger have all its events and options', () => {
	const [events, options] = ['events', 'options'].map((wanted) =>
		triggerProperties.find(({ name }) => name === wanted),
	);
	const names = (property: INodeProperties | undefined) => property?.options ?? [];
	expect(trigger.tableAfter('# Trigger').map(([event]) => event)).toEqual(
		names(events).map((option) => `\`${'value' in option ? option.value : ''}\``),
	);
	const rows = trigger.tableAfter('## Options');
	expect(rows.map(([name]) => name)).toEqual(
		names(options).map((option) => ('displayName' in option ? option.displayName : '')),
	);
});

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

test('the table of names is the same as in the code', () => {
	const rows = trigger.tableAfter('## Events').map(([step, , names]) => [step, names]);
	expect(rows.slice(1)).toEqual([
		['2', code(NAME_FIELDS.name)],
		['2', code(NAME_FIELDS.nameInEvent)],
		['3', code(NAME_FIELDS.kind)],
		['3', code(NAME_FIELDS.verb)],
		['4', '`type`'],
		['5', code(NAME_FIELDS.header)],
	]);
});

test('the table of duplicate deliveries is the same as in the code', () => {
	const has: Record<keyof typeof DELIVERY_KEYS, RegExp> = {
		field: /^\*\*Duplicate Field\*\*, if it is set/,
		eventId: /^An event ID in the payload/,
		signedTime: /^A signed timestamp/,
		payloadId: /^Another ID .* in the payload/,
		headerId: /^A delivery ID in a header/,
		bodyOnly: /^None of these/,
	};
	const parts = {
		eventId: 'event ID',
		headerId: 'ID',
		name: 'name of the event in the payload',
		field: 'field',
		anyName: 'name of the event',
		signedTime: 'timestamp',
		signedId: 'signed ID',
		body: 'body',
	};
	const said = new Map([
		[undefined, 'permanently'],
		[2 * 86_400_000, 'up to two days'],
		[600_000, 'up to ten minutes'],
	]);
	const table = trigger.tableAfter('## Duplicate deliveries');
	const kinds = Object.entries(DELIVERY_KEYS);
	expect(table).toHaveLength(kinds.length);
	for (const [index, [name, kind]] of kinds.entries()) {
		const words = kind.hashed.map((part) => `the ${parts[part]}`);
		const last = words.length > 1 ? ` and ${words.pop()}` : '';
		const same = `${words.join(', ')}${last}`;
		expect(table[index]).toEqual([
			expect.stringMatching(has[name as keyof typeof has]),
			same.replace('the', 'The'),
			said.get('countsForMs' in kind ? kind.countsForMs : undefined),
		]);
	}
	const text = trigger.text.replace(/\s+/g, ' ');
	expect(text).toContain(
		`IDs in the payload: ${code([...EVENT_ID_FIELDS.event, ...EVENT_ID_FIELDS.delivery])}`,
	);
	expect(text).toContain(`keeps the last ${MAX_ENTRIES.toLocaleString('en')} entries`);
});

test('the choices of Duplicate Deliveries are the same as in the code', () => {
	const choices = triggerOptionProperties.find(({ name }) => name === 'duplicates')?.options ?? [];
	const rows = trigger.tableAfter('Under **Duplicate Deliveries**').map(([name]) => name);
	expect(rows).toEqual(choices.map((choice) => choice.name));
});

test('the table of the signature format has all its fields', () => {
	const rows = trigger.tableAfter('**Signature Format** in the credential');
	const labels = Object.values(format).map(({ property }) => property.displayName);
	expect(rows.map(([name]) => name)).toEqual(labels);
});

test('every example of Signed Content can be set', () => {
	for (const [, template = ''] of trigger.tableAfter('**Signed Content** is a template')) {
		expect(readFormat({ format: { signedContent: template.replaceAll('`', '') } }).ok).toBe(true);
	}
});
