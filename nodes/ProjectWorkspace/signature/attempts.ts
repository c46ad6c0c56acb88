import { createSecretKey, type KeyObject } from 'node:crypto';

import type { Content } from './contents';
import { limits } from './limits';
import { keysOf } from './secretKeys';
import { placesOf } from './template';
import type { Recipe, SignatureSettings } from './types';

/** One way in which the digest may have been made. */
export interface Attempt {
	content: string;
	secret: KeyObject;
	form: Recipe['key'];
	timestamp?: string;
	id?: string;
}

export interface Values {
	timestamps: readonly string[];
	ids: readonly string[];
}

/** Each content with each key, the likely ones first. Contents whose values are not there are left out. */
export function* attemptsFor(
	contents: ReadonlyArray<Pick<Content, 'template' | 'rare'>>,
	values: Values,
	settings: Pick<SignatureSettings, 'secrets' | 'likely'>,
): Generator<Attempt> {
	// Made once for each key: from bytes, every HMAC would make one again, which takes longer than a small body.
	const keys = settings.secrets
		.flatMap(keysOf)
		.map(({ form, key }) => ({ form, secret: createSecretKey(key) }));
	const { likely } = settings;
	if (likely) keys.sort((one, other) => +(other.form === likely.key) - +(one.form === likely.key));
	const isLikely = ({ template }: { template: string }) => +(template === likely?.content);
	for (const content of contents.toSorted((one, other) => isLikely(other) - isLikely(one))) {
		const rare = content.rare === true && !isLikely(content);
		for (const filling of fillings(content.template, rare ? firstOf(values) : values)) {
			for (const { form, secret } of keys) {
				if (rare && form !== 'text') continue;
				yield { content: content.template, secret, form, ...filling };
			}
		}
	}
}

function firstOf({ timestamps, ids }: Values): Values {
	return { timestamps: timestamps.slice(0, 1), ids: ids.slice(0, 1) };
}

function* fillings(
	content: string,
	{ timestamps, ids }: Values,
): Generator<Pick<Attempt, 'timestamp' | 'id'>> {
	const places = placesOf(content);
	const times = places.includes('timestamp') ? timestamps : [undefined];
	for (const timestamp of times) {
		for (const id of places.includes('id') ? ids : [undefined]) yield { timestamp, id };
	}
}

/** How many attempts a body of this size allows. */
export function attemptsAllowed(bodyBytes: number): number {
	const bySize = Math.floor(limits.hashedBytes / Math.max(bodyBytes, 1));
	return Math.min(limits.attempts, Math.max(bySize, 4));
}
