import type { Rest } from './n8n';
import { place } from './place';

/** The differences between the major versions of n8n in these tests. */
interface Major {
	/** Versions of the AI agent: one that calls a tool itself, and the newest, in which n8n runs it as a node. */
	agents: number[];
	/** The body of a request to run a workflow. */
	runs: (rest: Rest, workflowId: string) => Promise<Record<string, unknown>>;
	/** Whether the Data Table node creates tables; otherwise a person creates one and selects it. */
	makesTables: boolean;
	/** Whether n8n can schedule polls in its database. */
	schedulesPolls: boolean;
}

const majors: Record<typeof place.major, Major> = {
	1: {
		agents: [2.2, 3],
		// n8n 1 runs the workflow of the editor, not the stored one.
		runs: async (rest, id) => ({ workflowData: await rest('GET', `/workflows/${id}`) }),
		makesTables: false,
		schedulesPolls: false,
	},
	2: {
		agents: [2.2, 3.1],
		runs: async () => ({}),
		makesTables: true,
		schedulesPolls: true,
	},
};

export const major = majors[place.major];
