import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';

const FILE = join(__dirname, '../../templates/8-catch-up-on-task-changes.json');
const { nodes } = JSON.parse(readFileSync(FILE, 'utf8')) as {
	nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
};
const code = nodes.find(({ name }) => name === 'Not Seen Before')?.parameters.jsCode ?? '';

interface Change {
	kind: 'created' | 'updated';
	seen_by: 'webhook' | 'poll';
	task_id: string;
	version: string;
}
type Row = Change & { id: number };
interface Item {
	json: { kind: string; task: { version: string } };
}

/** The table, and the nodes from Record Change on. */
function template() {
	const table: Row[] = [];
	return (changes: Change[]): string[] => {
		const recorded = changes.map((change, at) => ({ ...change, id: table.length + at + 1 }));
		// In no order, as n8n 1 returns them.
		table.unshift(...recorded);
		const sources: Record<string, unknown[]> = {
			Task: changes.map(({ version }) => ({ json: { task: { version } } })),
			'Record Change': recorded.map((json) => ({ json })),
		};
		const input = recorded.flatMap(({ task_id }) =>
			table.filter((row) => row.task_id === task_id).map((json) => ({ json })),
		);
		const run = new Function('$input', '$', code) as (
			input: { all: () => unknown[] },
			node: (name: string) => { all: () => unknown[] },
		) => Item[];
		const given = run({ all: () => input }, (name) => ({ all: () => sources[name] ?? [] }));
		return given.map(({ json }) => `${json.kind} ${json.task.version}`);
	};
}

/** What happens to one task: the versions that deliveries tell of, and polls of the version at that moment. */
type Step = { is: 'poll' | 'change' } | { is: 'delivery'; version: number };
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ is: fc.constantFrom('poll' as const, 'change' as const) }),
	fc.record({ is: fc.constant('delivery' as const), version: fc.nat(4) }),
);

test('each change runs once, by webhook or poll, and the last poll misses nothing', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
			const run = template();
			let now = 0;
			let polled = -1;
			const ran: string[] = [];
			const delivered = new Set<number>();
			const task_id = 'task_1';
			const poll = () => {
				const kind = polled < 0 ? 'created' : 'updated';
				if (polled !== now)
					ran.push(...run([{ kind, seen_by: 'poll', task_id, version: `v${now}` }]));
				polled = now;
			};
			for (const each of steps) {
				if (each.is === 'change') now += 1;
				if (each.is === 'poll') poll();
				if (each.is !== 'delivery' || each.version > now) continue;
				const kind = each.version === 0 ? 'created' : 'updated';
				delivered.add(each.version);
				ran.push(...run([{ kind, seen_by: 'webhook', task_id, version: `v${each.version}` }]));
			}
			poll();
			expect(new Set(ran).size).toBe(ran.length);
			expect(ran.filter((each) => each.startsWith('created'))).toHaveLength(1);
			const versions = ran.map((each) => each.split(' ')[1]);
			expect(versions).toContain(`v${now}`);
			for (const version of delivered) if (version > 0) expect(versions).toContain(`v${version}`);
		}),
	);
});

test('the changes of one poll are distinguished', () => {
	const run = template();
	const change = (task_id: string, version: string): Change => ({
		...{ kind: 'created', seen_by: 'poll', task_id, version },
	});
	expect(run([change('task_1', 'a'), change('task_2', 'b')])).toEqual(['created a', 'created b']);
	expect(run([change('task_2', 'b'), change('task_1', 'c')])).toEqual(['updated c']);
});
