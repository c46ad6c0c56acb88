import type { Rest } from './n8n';
import { place } from './place';

/** What the tests have to do in another way in each major version of n8n. Everything else is the same in both. */
interface Major {
	/** Versions of the AI agent: one that calls a tool itself, and the newest, which has n8n run it as a node. */
	agents: number[];
	/** What n8n wants to know of a workflow that it is asked to run. */
	runs: (rest: Rest, workflowId: string) => Promise<Record<string, unknown>>;
	/** Whether the Data Table node makes tables; where not, a person makes one and selects it. */
	makesTables: boolean;
	/** Whether n8n can schedule polls in its database. */
	schedulesPolls: boolean;
}

const majors: Record<typeof place.major, Major> = {
	1: {
		agents: [2.2, 3],
		// It runs what the editor shows, and not what is stored.
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
