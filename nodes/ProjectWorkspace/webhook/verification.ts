import type { IWebhookFunctions } from 'n8n-workflow';

import type { Headers } from './headers';
import { readRawBody } from './rawBody';
import { verify, type Accepted, type Recipe, type Refused } from './signature';
import { readSigning, type Signing } from './signing';
import type { TriggerOptions } from './triggerOptions';
import { refusals } from './words';

export interface Verified {
	rawBody: Buffer;
	signing: Signing;
	accepted: Accepted;
}

export type Refusal = Pick<Refused, 'words'> & { reason: string; seen?: Refused['seen'] };

/** What the last good delivery of each node was signed like: tried first, and nothing depends on it. */
const lastRecipes = new Map<string, Recipe>();

const MOST_RECIPES = 1_000;

/** Reads the raw body and checks its signature, before anything looks into it. Fails closed, and never throws. */
export async function verifyRequest(
	context: IWebhookFunctions,
	headers: Headers,
	options: TriggerOptions,
	node: string,
): Promise<Verified | Refusal> {
	const rawBody = await readRawBody(context);
	if (rawBody === undefined) return { reason: 'noBody', words: refusals.noBody };
	const signing = await currentSigning(context, options);
	if (signing === undefined) return { reason: 'noSettings', words: refusals.noSettings };
	const verdict = verify(
		{ rawBody, headers },
		{
			...signing,
			now: Date.now(),
			explain: context.getMode() === 'manual',
			likely: lastRecipes.get(node),
		},
	);
	if (!verdict.ok) return verdict;
	if (lastRecipes.size >= MOST_RECIPES) lastRecipes.clear();
	lastRecipes.set(node, verdict.recipe);
	return { rawBody, signing, accepted: verdict };
}

async function currentSigning(
	context: IWebhookFunctions,
	options: TriggerOptions,
): Promise<Signing | undefined> {
	try {
		return readSigning(await context.getCredentials('projectWorkspaceApi'), options);
	} catch (error) {
		context.logger.error('The credential of a trigger could not be read', { error });
		return undefined;
	}
}
