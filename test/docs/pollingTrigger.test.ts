import { pollingProperties } from '../../nodes/ProjectWorkspace/polling/properties';
import { page } from './page';

const polling = page('docs/polling-trigger.md');

test('the tables of the polling trigger name its parameters and its options', () => {
	const labels = (all: readonly object[] = []) =>
		all.map((each) => ('displayName' in each ? String(each.displayName) : ''));
	const properties = pollingProperties();
	const parameters = polling.tableAfter('## Parameters').map(([name]) => name);
	expect(parameters).toEqual(['Poll Times', ...labels(properties)]);
	const own = polling.tableAfter('Query Parameters, and the two below').map(([name]) => name);
	const shared = page('docs/options.md')
		.tableAfter('# Options')
		.map(([name]) => name);
	const all = labels(properties.at(-1)?.options);
	expect(own).toEqual(all.filter((name) => !shared.includes(name)));
});
