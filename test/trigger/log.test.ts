import type { IWebhookFunctions } from 'n8n-workflow';

import { log } from '../../nodes/ProjectWorkspace/trigger/log';

const lines: string[] = [];

const contextOf = (workflowId: string, mode = 'webhook') =>
	({
		getMode: () => mode,
		getWorkflow: () => ({ id: workflowId }),
		logger: { warn: (line: string) => lines.push(line) },
	}) as unknown as IWebhookFunctions; // no more is used

beforeEach(() => (lines.length = 0));

test('what comes from outside cannot write a second line, color the terminal or fill the log', () => {
	const name = `a\r\nb\u001b[31mc\u2028d\u202ee\u0000f${'x'.repeat(5_000)}`;
	log(contextOf('log 1'), 'warn', { reason: 'unknown', message: `The event ${name}` });
	expect(lines).toHaveLength(1);
	expect(lines[0]).toMatch(/^The event a b \[31mc d e fx+$/);
	expect(lines[0]?.length).toBeLessThanOrEqual(2_000);
});

test('a signed delivery that does not start the workflow is logged as seldom as a forged one', () => {
	const write = (message: string, mode?: string) =>
		log(contextOf('log 2', mode), 'warn', { reason: 'ignored', message });
	for (let n = 0; n < 30; n++) write(`The event "${n}"`);
	expect(lines).toEqual(['The event "0"']);
	for (let n = 0; n < 30; n++) write(`The event "${n}"`, 'manual');
	expect(lines).toHaveLength(31);
});
