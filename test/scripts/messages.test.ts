import { load } from './load';

const { messages, wording, LaunchError } =
	load<typeof import('../../scripts/launch/messages.mjs')>('messages');

it.each(Object.entries(messages))('%s: whole sentences', (_cause, { says, todo }) => {
	expect(says).toMatch(/^([A-Z`{]|n8n|npm).*(\.|\{detail\})$/);
	expect(todo).toMatch(/^[A-Z`-].*(\.|\{log\})$/);
});

it('fills in details and leaves no placeholder', () => {
	const details = { port: 5678, what: 'n8n', flag: '--port' };
	const { says, todo } = wording('portTaken', details);
	expect(says).toBe('Port 5678 is already taken on this machine, so n8n cannot use it.');
	expect(todo).toContain('--port N');
});

it('carries cause, sentence and remedy', () => {
	const error = new LaunchError('noNetwork', { what: 'n8n' });
	expect(error.reason).toBe('noNetwork');
	expect(error.message).toContain('registry cannot be reached');
	expect(error.todo).not.toBe('');
});
