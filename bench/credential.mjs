/**
 * A new key of the sandbox as a credential of each n8n: its quota is untouched, and nothing is known of it yet.
 *
 * @param {import('./stage.mjs').Stage} stage
 * @param {import('./n8n-host.mjs').Host[]} [hosts]
 */
export async function freshCredential(stage, hosts = [stage.n8n]) {
	const apiKey = await stage.sandbox.key();
	const name = 'Bench';
	const data = { apiKey, baseUrl: stage.baseUrl, plan: 'enterprise' };
	return await Promise.all(
		hosts.map(async ({ api }) => {
			const answer = await api.request('bench', 'POST', '/credentials', {
				name,
				type: 'projectWorkspaceApi',
				data,
			});
			const { id } = /** @type {{ id: string }} */ (answer);
			return { credential: { id, name }, baseUrl: stage.baseUrl };
		}),
	);
}
