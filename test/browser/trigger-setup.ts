import type { Page } from 'playwright-core';
import { place } from '../e2e/place';

const ACCEPTED = 'ac_test_sandbox_pro_made_up_0001';

/** A credential without a signing secret, as before the trigger is set up. */
export async function newTriggerCredential(page: Page) {
	const name = 'Service with webhooks';
	const answer = await page.context().request.post('/rest/credentials', {
		data: {
			name,
			type: 'projectWorkspaceApi',
			data: { apiKey: ACCEPTED, baseUrl: `${place.sandboxOrigin}/v1`, plan: 'pro' },
		},
	});
	const { data } = (await answer.json()) as { data: { id: string } };
	return { projectWorkspaceApi: { id: data.id, name } };
}
