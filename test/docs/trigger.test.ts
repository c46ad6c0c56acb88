import type { INodeProperties } from 'n8n-workflow';
import { DELIVERY_CASES } from '../../nodes/ProjectWorkspace/trigger/dedupe/key';
import { MOST_ENTRIES } from '../../nodes/ProjectWorkspace/trigger/dedupe/execute';
import { triggerProperties } from '../../nodes/ProjectWorkspace/trigger/properties';
import { page } from './page';

const trigger = page('docs/trigger.md');

test('the tables of the trigger name its events and its options', () => {
	const [, events, options] = triggerProperties;
	const names = (property: INodeProperties | undefined) => property?.options ?? [];
	expect(trigger.tableAfter('# Trigger').map(([event]) => event)).toEqual(
		names(events).map((option) => `\`${'value' in option ? option.value : ''}\``),
	);
	const rows = trigger.tableAfter('## Options');
	expect(rows.map(([name]) => name)).toEqual(
		names(options).map((option) => ('displayName' in option ? option.displayName : '')),
	);
});

test('the table of duplicate deliveries is that of the code', () => {
	const rows: Record<keyof typeof DELIVERY_CASES, string> = {
		signedId: 'A signed ID',
		payloadId: 'A unique ID of the event in the payload',
		ownTime: 'The time of the event or of the change in the payload',
		signedTime: 'A signed timestamp',
		otherId: 'Another ID of the event or the delivery in the payload',
		headerId: 'A delivery ID in a header that is not signed',
		bodyOnly: 'None of these',
	};
	const ingredients = {
		signedId: 'ID',
		payloadId: 'ID',
		headerIds: 'ID',
		signedTime: 'timestamp',
		signedName: 'name of the event in the payload',
		name: 'name of the event',
		body: 'body',
	};
	const said = new Map([
		[undefined, 'permanently'],
		[2 * 86_400_000, 'up to two days'],
		[600_000, 'up to ten minutes'],
	]);
	const cases = Object.entries(DELIVERY_CASES);
	expect(Object.keys(rows)).toEqual(cases.map(([name]) => name));
	const table = trigger.tableAfter('## Duplicate deliveries');
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
	expect(trigger.text.replaceAll('\n', ' ')).toContain(
		`keeps the last ${MOST_ENTRIES.toLocaleString('en')} entries`,
	);
});
