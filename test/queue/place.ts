import { appendFileSync } from 'node:fs';

/** What `npm run test:queue` started, besides what is in test/e2e/place.ts. */
export interface QueuePlace {
	/** The webhook process. The main process receives no webhooks, as in n8n's guide. */
	webhookUrl: string;
	/** Contains the workers that are running. */
	workersFile: string;
	figuresFile: string;
}

const environment = process.env.PROJECT_WORKSPACE_QUEUE;
if (!environment) throw new Error('These tests need n8n in queue mode: npm run test:queue.');

export const queuePlace: QueuePlace = JSON.parse(environment);

/** A line that is shown after all tests. */
export const report = (figure: string): void =>
	appendFileSync(queuePlace.figuresFile, `${figure}\n`);
