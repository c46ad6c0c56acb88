import type { Content } from './contents';
import { limits } from './limits';
import { keysOf } from './secretKeys';
import { placesOf } from './template';
import type { Recipe, SignatureSettings } from './types';

/** One way in which the digest may have been made. */
export interface Attempt {
	content: string;
	secret: Buffer;
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
	contents: readonly Content['template'][],
	values: Values,
	settings: Pick<SignatureSettings, 'secrets' | 'likely'>,
): Generator<Attempt> {
	const keys = settings.secrets.flatMap(keysOf);
	const { likely } = settings;
	if (likely) keys.sort((one, other) => +(other.form === likely.key) - +(one.form === likely.key));
	const ordered = likely
		? contents.toSorted((one, other) => +(other === likely.content) - +(one === likely.content))
		: contents;
	for (const content of ordered) {
		for (const filling of fillings(content, values)) {
			for (const { form, key } of keys) yield { content, secret: key, form, ...filling };
		}
	}
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
