import type { N8n } from './n8n';
import { place } from './place';

/** The differences between the major versions of n8n in these tests. */
interface Major {
	/** The version of the AI agent. */
	agent: number;
	/** The body of a request to run a workflow. */
	runs: (n8n: N8n, workflowId: string) => Promise<Record<string, unknown>>;
	/** Whether the Data Table node creates tables; otherwise a person creates one and selects it. */
	makesTables: boolean;
	/** Whether a person can approve what an agent does; otherwise the template says to remove its review. */
	reviewsTools: boolean;
}

const majors: Record<typeof place.major, Major> = {
	1: {
		agent: 2.2,
		// n8n 1 runs the workflow of the editor, not the stored one.
		runs: async (n8n, id) => ({ workflowData: await n8n.rest('GET', `/workflows/${id}`) }),
		makesTables: false,
		reviewsTools: false,
	},
	2: {
		agent: 3.1,
		runs: async () => ({}),
		makesTables: true,
		reviewsTools: true,
	},
};

export const major = majors[place.major];
