import { appendFileSync } from 'node:fs';

/** What `npm run test:queue` started beside what test/e2e/place.ts has. */
export interface QueuePlace {
	/** The process that takes in what comes from outside; main does not, as in n8n's own guide. */
	webhookUrl: string;
	/** Which workers run at the moment. */
	workersFile: string;
	figuresFile: string;
}

const handedOver = process.env.PROJECT_WORKSPACE_QUEUE;
if (!handedOver) throw new Error('These tests need n8n in queue mode: npm run test:queue.');

export const queuePlace: QueuePlace = JSON.parse(handedOver);

/** A line that is shown when all tests have run. */
export const report = (figure: string): void =>
	appendFileSync(queuePlace.figuresFile, `${figure}\n`);
