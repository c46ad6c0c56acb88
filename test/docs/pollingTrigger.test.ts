import { pollingProperties } from '../../nodes/ProjectWorkspace/old/polling/settings';
import { SCHEDULED_POLLS } from '../e2e/scheduledPolls';
import { page } from './page';

const polling = page('docs/polling-trigger.md');

test('the tables of the polling trigger have all its parameters and options', () => {
	const labels = (all: readonly object[] = []) =>
		all.map((each) => ('displayName' in each ? String(each.displayName) : ''));
	const properties = pollingProperties();
	const parameters = polling.tableAfter('## Parameters').map(([name]) => name);
	expect(parameters).toEqual(['Poll Times', ...labels(properties)]);
	const rows = polling.tableAfter('and those below');
	const own = rows.map(([name]) => name);
	const shared = page('docs/options.md')
		.tableAfter('# Options')
		.map(([name]) => name);
	const all = labels(properties.at(-1)?.options);
	expect(own).toEqual(all.filter((name) => !shared.includes(name)));
	for (const [name, unset = ''] of rows) {
		const option = properties.at(-1)?.options?.find((each) => labels([each])[0] === name);
		if (/^\d+$/.test(unset)) expect(option).toMatchObject({ default: Number(unset) });
	}
});

test('the settings for scheduled polls are those that the end-to-end tests use', () => {
	const variables = polling.tableAfter('## Scheduled polls');
	expect(variables.map((row) => row.map((cell) => cell.replaceAll('`', '')))).toEqual(
		Object.entries(SCHEDULED_POLLS),
	);
});
