import { explainMismatch, explainUnread } from './explain';
import { readHeader, type HeaderReading, type SignatureOptions } from './header';
import { messages, observe, type Explanation, type Reason } from './messages';
import { hmacsAllowed, MAX_HMACS, search, type Scheme, type SearchSpace } from './search';
import { keysOf } from './secretKeys';
import {
	findRelated,
	headerValue,
	isHeaderName,
	isId,
	readTimestamp,
	type Headers,
} from './signedValues';
import { detectedTemplates, isSeparable, isVersion, looksLikeJson, placesOf } from './templates';

/** As in the libraries of Stripe and Standard Webhooks. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

export interface Delivery {
	/** As received, since the bytes are signed. */
	rawBody: Buffer;
	headers: Headers;
}

export interface SignatureSettings {
	header: string;
	/** The current one first, then the previous one. */
	secrets: readonly string[];
	options: SignatureOptions;
	now: number;
	/** Look for the cause of a rejection, for example a changed body. It takes time, so only for the test URL. */
	explain?: { url: string };
	/** How the last accepted delivery was signed. It is tried first. */
	known?: Scheme;
}

/** Whether a delivery was signed with one of the secrets. It never throws, and no setting turns it off. */
export function verify(delivery: Delivery, settings: SignatureSettings) {
	const { options, secrets, known, now, explain } = settings;
	const header = settings.header.trim().toLowerCase();
	const keys = keysOf(secrets);
	const reading = readHeader(headerValue(delivery.headers, header), options);
	const reject = ({ reason, ...detail }: Explanation) => {
		const observed = observe(delivery.headers, header, reading, explain?.url ?? '');
		const message = messages[reason]({ ...observed, ...detail });
		return { ok: false as const, reason, message };
	};

	if (!isHeaderName(header)) return reject({ reason: 'badHeaderName' });
	if (keys.length === 0) return reject({ reason: 'noSecret' });
	if (reading.reason) {
		const { reason } = reading;
		return reject({ reason, ...(explain && explainUnread(delivery, header, reason, secrets)) });
	}
	const space = spaceFor(delivery, header, reading, options);
	if (typeof space === 'string') return reject({ reason: space });

	// However large the body is, each secret is tried once, or in two forms if 'Signed Content' is set and not known yet.
	const min =
		secrets.length * (options.signedContent && known?.template !== options.signedContent ? 2 : 1);
	const hmacs = hmacsAllowed(delivery.rawBody.length, min);
	const budget = { hmacs };
	const found = search(delivery.rawBody, space, keys, budget, known);
	if (!found) {
		// For a small body, the maximum is allowed, and too many headers or secrets are the reason.
		if (budget.hmacs < 0 && hmacs < MAX_HMACS) return reject({ reason: 'bodyTooLargeToSearch' });
		const cause =
			explain &&
			(explainMismatch(delivery.rawBody, space, keys, explain.url) ??
				explainUnread(delivery, header, 'mismatch', secrets));
		return reject({ reason: 'mismatch', ...cause });
	}
	const { scheme, timestamp, id } = found;
	// A timestamp in the signature header is checked even if it is not signed: it stops simple replays.
	const stated = timestamp ?? reading.timestamps[0];
	const sentAt = stated === undefined ? now : readTimestamp(stated);
	if (sentAt === undefined) return reject({ reason: 'badTimestamp' });
	const age = (now - sentAt) / 1000;
	const seconds = Math.round(Math.abs(age));
	const { tolerance = DEFAULT_TOLERANCE_SECONDS } = options;
	if (age > tolerance) return reject({ reason: 'stale', seconds });
	// The delivery could be replayed until then.
	if (age < -tolerance) return reject({ reason: 'future', seconds });
	// The ID and the timestamp only if they are signed. An ID may be the same for all deliveries.
	return { ok: true as const, scheme, id, timestamp: readTimestamp(timestamp ?? '') };
}

/** What to try for this delivery, or why it is rejected without trying. */
function spaceFor(
	delivery: Delivery,
	header: string,
	reading: HeaderReading,
	options: SignatureOptions,
): SearchSpace | Reason {
	const stated = (name = '') =>
		name === '' ? undefined : (headerValue(delivery.headers, name) ?? '');
	const ownTimestamp = stated(options.timestampHeader) ?? reading.timestamps[0];
	if (ownTimestamp === '') return 'noTimestamp';
	if (ownTimestamp && readTimestamp(ownTimestamp) === undefined) return 'badTimestamp';
	const timestamps = ownTimestamp
		? [ownTimestamp]
		: findRelated('timestamp', delivery.headers, header);
	const ownId = stated(options.idHeader) ?? reading.id;
	if (ownId === '') return 'noId';
	const ids = ownId ? [ownId].filter(isId) : findRelated('id', delivery.headers, header);

	const template = options.signedContent;
	const places = placesOf(template ?? '');
	if (places.includes('timestamp') && timestamps.length === 0) return 'noTimestamp';
	if (places.includes('id') && ids.length === 0) return 'noId';
	// JSON's brackets separate the body from the other values: see the rule in templates.ts.
	const isBodyAlone = places.length === 1;
	if (!isBodyAlone && !looksLikeJson(delivery.rawBody)) return 'bodyNotJson';
	const { candidates } = reading;
	if (template === undefined) {
		// A timestamp next to the signature must be signed, or an old delivery would pass with a new timestamp.
		const usable = detectedTemplates.filter((one) => !ownTimestamp || one.includes('{timestamp}'));
		return { candidates, templates: usable, timestamps, ids: ids.filter((id) => !isVersion(id)) };
	}
	if (timestamps.length > 0 && !timestamps.some((text) => isSeparable(template, text))) {
		return 'inseparableTimestamp';
	}
	return { candidates, templates: [template], timestamps, ids };
}
