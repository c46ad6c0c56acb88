import { parse } from 'flatted';
import type { INode, IRun } from 'n8n-workflow';
import { allowed, judge, MISLEADING, ORDINARY, type ListService } from '../lists/misleading';
import { n8n, type Execution } from './n8n';
import { listServices } from './servers/listServices';

const SERVICES: readonly ListService[] = [...MISLEADING, ...ORDINARY];
const PARALLEL = [1, 10] as const;
const START = 'Start';
const NODES_IN_ONE_WORKFLOW = 40;

interface Reading {
	service: ListService;
	number: number;
	parallel: number;
}

const READINGS = PARALLEL.flatMap((parallel) =>
	SERVICES.map((service, number): Reading => ({ service, number, parallel })),
);
const nameOf = ({ number, parallel }: Reading) => `List ${number} with ${parallel}`;

let servers: Awaited<ReturnType<typeof listServices>>;
interface Came {
	records: object[];
	message?: string;
	/** A hint of type warning says that the list may not be whole. */
	isWarned: boolean;
	asked: number;
}
const came = new Map<string, Came>();

async function node(reading: Reading, at: number): Promise<Partial<INode>> {
	const { service, number, parallel } = reading;
	const name = nameOf(reading);
	const type = 'projectWorkspaceApi';
	const data = {
		apiKey: `ac_test_made_up_${number}_${parallel}`,
		baseUrl: servers.baseUrl(number, String(parallel)),
		plan: 'enterprise',
	};
	const { id } = (await n8n.rest('POST', '/credentials', { name, type, data })) as { id: string };
	const { pageSize } = service;
	return {
		id: name,
		name,
		type: 'n8n-nodes-project-workspace.projectWorkspace',
		typeVersion: 1,
		position: [200, at * 100],
		parameters: {
			resource: 'task',
			operation: 'getAll',
			returnAll: true,
			options: {
				parallelRequests: parallel,
				...(pageSize && { pageSizeParameter: pageSize.parameter, pageSize: pageSize.size }),
			},
		},
		credentials: { projectWorkspaceApi: { id, name } },
		onError: 'continueRegularOutput',
	};
}

/** All in one workflow, one after the other. */
async function readAll(readings: readonly Reading[]): Promise<void> {
	const nodes: Array<Partial<INode>> = [];
	// n8n 1 cannot store several credentials at once.
	for (const reading of readings) nodes.push(await node(reading, nodes.length));
	const id = await n8n.create({
		name: 'Lists that mislead',
		nodes: [
			{
				id: START,
				name: START,
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			...nodes,
		],
		connections: {
			[START]: { main: [readings.map((each) => ({ node: nameOf(each), type: 'main', index: 0 }))] },
		},
		settings: { executionOrder: 'v1' },
		pinData: { [START]: [{ json: {} }] },
	});
	const execution = await n8n.run(id, START, 200_000);
	const { runData } = (parse(execution.text) as IRun['data']).resultData;
	for (const reading of readings) {
		const hints = runData[nameOf(reading)]?.[0]?.hints ?? [];
		const isWarned = hints.some(({ type }) => type === 'warning');
		came.set(nameOf(reading), { ...outcome(execution, reading), isWarned });
	}
}

function outcome({ outputs }: Execution, reading: Reading) {
	const records = outputs(nameOf(reading))
		.flat()
		.map(({ json }) => json);
	const refusal = records.find((json) => 'error' in json && 'details' in json);
	const asked = servers.asked(reading.number, String(reading.parallel));
	const message = refusal && `${String(refusal.error)} ${JSON.stringify(refusal.details)}`;
	return { records, asked, message };
}

beforeAll(async () => {
	servers = await listServices(SERVICES);
	await n8n.login();
	for (let at = 0; at < READINGS.length; at += NODES_IN_ONE_WORKFLOW) {
		await readAll(READINGS.slice(at, at + NODES_IN_ONE_WORKFLOW));
	}
}, 300_000);

afterAll(async () => await servers.close());

describe.each(PARALLEL)('with %i requests at once', (parallel) => {
	const mine = READINGS.filter((each) => each.parallel === parallel);

	it.each(mine.map((each) => [each.service.name, each] as const))('%s', (_name, reading) => {
		const { service } = reading;
		const { asked, ...read } = came.get(nameOf(reading)) ?? {
			records: [],
			isWarned: false,
			asked: 0,
		};
		expect(asked).toBeGreaterThan(0);
		expect(allowed(service)).toContain(judge(service, read));
		expect(asked).toBeLessThanOrEqual(service.most ?? Infinity);
	});
});
