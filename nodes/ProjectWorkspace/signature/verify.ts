import { readHeader, type HeaderReading, type SignatureFormat } from './header';
import {
	describeFormat,
	signatureMessages,
	observe,
	type Explanation,
	type Reason,
} from './messages';
import { hmacsAllowed, MAX_HMACS, search, type Scheme, type SearchSpace } from './search';
import { keysOf, type SecretKey } from './secretKeys';
import {
	findRelated,
	headerValue,
	isHeaderName,
	isId,
	readTimestamp,
	type DeliveryHeaders,
} from './signedValues';
import {
	detectedTemplates,
	isSeparable,
	isVersion,
	looksLikeJson,
	settableTemplates,
	variablesIn,
} from './templates';

export interface SignedDelivery {
	/** As received, since the bytes are signed. */
	rawBody: Buffer;
	headers: DeliveryHeaders;
}

export interface SignatureSettings {
	header: string;
	/** The current one first, then the previous one. */
	secrets: readonly string[];
	format: SignatureFormat;
	now: number;
	/** In a test: the URL, which may be signed. Then a rejection says whether 'Signed Content' has to be set. */
	testUrl?: () => string;
	/** How the last accepted delivery was signed. It is tried first. */
	known?: Scheme;
}

/** Whether a delivery was signed with one of the secrets. It never throws, and no setting turns it off. */
export function verify(delivery: SignedDelivery, settings: SignatureSettings) {
	const { format, secrets, known, now, testUrl } = settings;
	const header = settings.header.trim().toLowerCase();
	const keys = keysOf(secrets);
	const reading = readHeader(headerValue(delivery.headers, header), format);
	const reject = ({ reason, ...detail }: Explanation) => {
		const observed = observe(delivery.headers, header, reading);
		const message = signatureMessages[reason]({ ...observed, ...detail });
		return { ok: false as const, reason, message };
	};

	if (!isHeaderName(header)) return reject({ reason: 'badHeaderName' });
	if (keys.length === 0) return reject({ reason: 'noSecret' });
	if (reading.reason) return reject({ reason: reading.reason });
	const space = spaceFor(delivery, header, reading, format);
	if (typeof space === 'string') return reject({ reason: space });

	// However large the body is, each secret is tried once, or in two forms if 'Signed Content' is set and not known yet.
	const min =
		secrets.length * (format.signedContent && known?.template !== format.signedContent ? 2 : 1);
	const algorithms = reading.candidates.map(({ algorithm }) => algorithm);
	const hmacs = hmacsAllowed(delivery.rawBody.length, algorithms, min);
	const budget = { hmacs };
	const found = search(delivery.rawBody, space, keys, budget, known);
	if (!found) {
		// For a small body, the maximum is allowed, and too many headers or secrets are the reason.
		if (budget.hmacs < 0 && hmacs < MAX_HMACS) return reject({ reason: 'bodyTooLargeToSearch' });
		const url = testUrl?.();
		const cure = url === undefined ? undefined : cureFor(delivery.rawBody, space, keys, url);
		return reject(cure ?? { reason: 'mismatch', url });
	}
	const { scheme, timestamp, id } = found;
	// A timestamp in the signature header is checked even if it is not signed: it stops simple replays.
	const stated = timestamp ?? reading.timestamps[0];
	const sentAt = stated === undefined ? now : readTimestamp(stated);
	if (sentAt === undefined) return reject({ reason: 'badTimestamp' });
	const age = (now - sentAt) / 1000;
	const seconds = Math.round(Math.abs(age));
	if (!(age <= format.tolerance)) return reject({ reason: 'stale', seconds });
	// The delivery could be replayed until then.
	if (!(age >= -format.tolerance)) return reject({ reason: 'future', seconds });
	// The ID and the timestamp only if they are signed. An ID may be the same for all deliveries.
	const describe = () => describeFormat(found, delivery.headers, header);
	return { ok: true as const, scheme, id, timestamp: readTimestamp(timestamp ?? ''), describe };
}

/** What to try for this delivery, or why it is rejected without trying. */
function spaceFor(
	delivery: SignedDelivery,
	header: string,
	reading: HeaderReading,
	format: SignatureFormat,
): SearchSpace | Reason {
	const stated = (name: string) =>
		name === '' ? undefined : (headerValue(delivery.headers, name) ?? '');
	const ownTimestamp = stated(format.timestampHeader) ?? reading.timestamps[0];
	if (ownTimestamp === '') return 'noTimestamp';
	if (ownTimestamp && readTimestamp(ownTimestamp) === undefined) return 'badTimestamp';
	const timestamps = ownTimestamp
		? [ownTimestamp]
		: findRelated('timestamp', delivery.headers, header);
	const ownId = stated(format.idHeader) ?? reading.id;
	if (ownId === '') return 'noId';
	const ids = ownId ? [ownId].filter(isId) : findRelated('id', delivery.headers, header);

	const template = format.signedContent;
	const values = variablesIn(template ?? '');
	if (values.includes('timestamp') && timestamps.length === 0) return 'noTimestamp';
	if (values.includes('id') && ids.length === 0) return 'noId';
	// JSON's brackets separate the body from the other values: see the rule in templates.ts.
	const isBodyAlone = values.length === 1;
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

/** For a search that only serves a message: a millisecond or two, however large the body is. */
const MAX_CURE_BYTES = 1024 * 1024;

/** What would make the delivery pass, if that is 'Signed Content' alone. It stays rejected. */
function cureFor(
	body: Buffer,
	space: SearchSpace,
	keys: readonly SecretKey[],
	url: string,
): Explanation | undefined {
	const hmacs = Math.min(MAX_HMACS, Math.floor(MAX_CURE_BYTES / Math.max(body.length, 1)));
	// A template that is set may be the wrong one.
	const detected = space.templates.length === 1 ? detectedTemplates : [];
	const templates = ['{body}', ...detected, ...settableTemplates(url)];
	const template = search(body, { ...space, templates }, keys, { hmacs })?.scheme.template;
	if (template === '{body}') return { reason: 'timestampNotSigned' };
	return template === undefined ? undefined : { reason: 'settable', template };
}
