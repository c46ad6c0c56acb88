import { load } from './load';

const { choosePort } = load<typeof import('../../scripts/launch/ports.mjs')>('ports');
const only =
	(...ports: number[]) =>
	async (port: number) =>
		ports.includes(port);

it('takes the first free one of those preferred', async () => {
	const preferred = [undefined, 5678, 5680];
	expect(await choosePort({ what: 'n8n', preferred, free: only(5680) })).toBe(5680);
});

it('finds another one when none of them is free', async () => {
	const port = await choosePort({ what: 'n8n', preferred: [5678], free: only() });
	expect(port).toBeGreaterThan(1023);
});

it('takes the one asked for or none', async () => {
	const wish = { asked: 7000, what: 'n8n', flag: '--port' };
	expect(await choosePort({ ...wish, free: only(7000) })).toBe(7000);
	await expect(choosePort({ ...wish, free: only(7001) })).rejects.toMatchObject({
		reason: 'portTaken',
		message: 'Port 7000 is already taken on this machine, so n8n cannot use it.',
	});
});
