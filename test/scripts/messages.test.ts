import { load } from './load';

const { messages, LaunchError } =
	load<typeof import('../../scripts/launch/messages.mjs')>('launch/messages');

it.each(Object.entries(messages))('%s: whole sentences', (_cause, { says, todo }) => {
	expect(says).toMatch(/^([A-Z`{]|n8n|npm).*\.$/);
	expect(todo).toMatch(/^([A-Z`-]|npm).*\.$/);
});

it('fills in details and leaves no placeholder', () => {
	const details = { port: 5678, what: 'n8n', flag: '--port' };
	const { reason, message, todo } = new LaunchError('portTaken', details);
	expect(reason).toBe('portTaken');
	expect(message).toBe('Port 5678 is already taken on this machine, so n8n cannot use it.');
	expect(todo).toBe('Choose another port with --port N, or leave --port out to use a free one.');
});
