import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { operations } from '../../nodes/ProjectWorkspace/old/catalogue';
import { nodeProperties } from '../../nodes/ProjectWorkspace/old/editor/properties';
import { SEARCHED_AT_ONCE } from '../../nodes/ProjectWorkspace/old/editor/recordLists';
import { SAMPLED_RECORDS } from '../../nodes/ProjectWorkspace/old/editor/recordFields';
import { CONSEQUENCES } from '../../nodes/ProjectWorkspace/old/lists/completeness';
import { options } from '../../nodes/ProjectWorkspace/old/parameters/options';
import { DEFAULT_LIMIT } from '../../nodes/ProjectWorkspace/old/parameters/settings';
import { MAX_IN_FLIGHT, PAGES_AHEAD } from '../../nodes/ProjectWorkspace/old/client/connect';
import { JSON_BOUNDS } from '../../nodes/ProjectWorkspace/old/records/json';
import { MAX_FIELDS } from '../../nodes/ProjectWorkspace/old/records/record';
import { BUDGET } from '../../nodes/ProjectWorkspace/old/run/agent';
import { CONDITIONS } from '../../nodes/ProjectWorkspace/old/records/filter';
import { errorRow, errors, type ErrorRow } from '../../nodes/ProjectWorkspace/old/client/errors';
import { readServiceDetails } from '../../nodes/ProjectWorkspace/old/client/serviceDetails';
import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/old/client/retryPolicy';
import { operationRow } from './operationRow';
import { page } from './page';

const lists = page('docs/lists-and-rate-limits.md');

test('the table of operations is the same as the catalogue', () => {
	expect(page('docs/operations.md').tableAfter('# Operations')).toEqual(
		operations.map(operationRow),
	);
});

test('the table of conditions has all conditions of the filters, in alphabetical order', () => {
	const rows = page('docs/operations.md').tableAfter('## Filters');
	const names = Object.values(CONDITIONS).map(({ name }) => name);
	expect(rows.map(([name]) => name)).toEqual([...names].sort((a, b) => a.localeCompare(b)));
});

test('the table of options has every option, with its default', () => {
	const shown = new Map(
		nodeProperties()
			.filter(({ name }) => name === 'options')
			.flatMap(({ options: all = [] }) => all)
			.filter((option) => 'default' in option)
			.map((option) => [option.displayName, option.default]),
	);
	const rows = page('docs/options.md').tableAfter('# Options');
	expect(rows.map(([name]) => name)).toEqual([...shown.keys()].sort());
	for (const [name = '', unset] of rows) {
		if (/^\d+$/.test(unset ?? '')) expect(shown.get(name)).toBe(Number(unset));
	}
});

test('the tables of settings that are added together have all of them, with their defaults', () => {
	const service = new ProjectWorkspaceApi().properties.find(({ name }) => name === 'service');
	const tables = [
		['docs/options.md', '## Requests', options.requests.property],
		['docs/polling-trigger.md', '## Changed Since', options.changedSince.property],
		['docs/service-details.md', '# Service details', service],
	] as const;
	for (const [path, heading, property] of tables) {
		const [group] = property?.options ?? [];
		const settings = group && 'values' in group ? group.values : [];
		const rows = page(path).tableAfter(heading);
		expect(rows.map(([name]) => name)).toEqual(settings.map(({ displayName }) => displayName));
		for (const [at, [, unset = '']] of rows.entries()) {
			if (/^\d+$/.test(unset)) expect(settings[at]?.default).toBe(Number(unset));
		}
	}
});

test('the table of retries is the policy', () => {
	const rows = lists.tableAfter('## Retries');
	const groups: Array<Array<keyof typeof errors>> = [
		['rateLimited'],
		['limitReached'],
		['limitInSuccess'],
		['connectFailed', 'hostUnknown'],
		['connectionLost', 'timeout'],
		['badGateway', 'unavailable', 'interrupted', 'gatewayTimeout'],
		['cutJson'],
	];
	const repeats = ({ retry, maxAttempts }: Pick<ErrorRow, 'retry' | 'maxAttempts'>) => {
		const again = maxAttempts === 2 ? 'sent again once' : 'sent again';
		return [retry, retry === 'always'].map((is) => (is ? again : 'not again'));
	};
	const told = rows.map(([, others, post]) => [others, post]);
	expect(told.at(-1)).toEqual(repeats({}));
	groups.forEach((group, at) => {
		for (const cause of group) expect(repeats(errorRow(cause))).toEqual(told[at]);
	});
	const repeated = Object.entries<ErrorRow>(errors).filter(([, { retry: repeat }]) => repeat);
	expect(groups.flat().sort()).toEqual(repeated.map(([cause]) => cause).sort());
});

test('the table of limits has the figures of the code', () => {
	const unset = readServiceDetails(undefined);
	const figures = lists
		.tableAfter('## Limits')
		.map(([, figure = '']) => Number(figure.replaceAll(',', '')));
	expect(figures).toEqual([
		MAX_IN_FLIGHT,
		PAGES_AHEAD,
		DEFAULT_LIMIT,
		MAX_FIELDS,
		BUDGET.records,
		BUDGET.characters,
		SAMPLED_RECORDS,
		SEARCHED_AT_ONCE,
		unset.ok && unset.value.maxBytes / 1_000_000,
		JSON_BOUNDS.names,
		JSON_BOUNDS.values,
		JSON_BOUNDS.longNumbers,
		JSON_BOUNDS.digits,
		JSON_BOUNDS.levels,
		RETRY_LIMITS.attempts,
		options.requests.default.timeout / 1000,
		RETRY_LIMITS.rateLimitMs / 1000,
	]);
});

const WORDS = { accept: 'accepted', warn: 'with warning', reject: 'rejected' } as const;

test('the table of consequences is the same as in the code, in the same order', () => {
	const rows = page('docs/complete-lists.md').tableAfter('## What the node does');
	expect(rows.map(([, ...cells]) => cells)).toEqual(
		Object.values(CONSEQUENCES).map(({ complete, unknown, short }) => [
			WORDS[complete],
			WORDS[unknown],
			WORDS[short],
		]),
	);
});
