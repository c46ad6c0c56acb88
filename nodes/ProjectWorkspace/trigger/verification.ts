import type { IWebhookFunctions } from 'n8n-workflow';

import type { Headers } from './headers';
import { secretsCache } from './dedupe/processState';
import { readRawBody } from './rawBody';
import { KEPT_FOR_MS, READ_AGAIN_AFTER_MS } from './secretsCache';
import { verify, type Accepted, type Recipe, type Refused, type Verdict } from '../signature';
import { readPins, readSecrets, type Secrets } from './signing';
import type { TriggerOptions } from './triggerOptions';
import { refusals } from './words';

export interface Verified {
	rawBody: Buffer;
	signatureHeader: string;
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
	const isTest = context.getMode() === 'manual';
	const pins = readPins(options);
	const judge = (secrets: Secrets): Verdict =>
		verify(
			{ rawBody, headers },
			{ ...secrets, pins, now: Date.now(), explain: isTest, likely: lastRecipes.get(node) },
		);
	try {
		let { secrets, readAt } = await secretsFor(context, node, isTest ? 0 : KEPT_FOR_MS);
		let verdict = judge(secrets);
		if (!verdict.ok && !isTest && Date.now() - readAt >= READ_AGAIN_AFTER_MS) {
			// The secret may have been changed a moment ago.
			({ secrets, readAt } = await secretsFor(context, node, READ_AGAIN_AFTER_MS));
			verdict = judge(secrets);
		}
		if (!verdict.ok) return verdict;
		if (lastRecipes.size >= MOST_RECIPES) lastRecipes.clear();
		lastRecipes.set(node, verdict.recipe);
		return { rawBody, signatureHeader: secrets.header, accepted: verdict };
	} catch (error) {
		context.logger.error('The credential of a trigger could not be read', { error });
		return { reason: 'noSettings', words: refusals.noSettings };
	}
}

async function secretsFor(context: IWebhookFunctions, node: string, maxAgeMs: number) {
	// Another credential chosen in the node must count at once.
	const credential = context.getNode().credentials?.projectWorkspaceApi?.id ?? '';
	return await secretsCache.get(`${node}:${credential}`, maxAgeMs, Date.now(), async () =>
		readSecrets(await context.getCredentials('projectWorkspaceApi')),
	);
}
