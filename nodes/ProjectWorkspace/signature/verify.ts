import { keysOf } from './encodings';
import { describeFormat, type SignatureFormat } from './format';
import { readHeader, type HeaderReading } from './header';
import { observe, signatureMessages, type Reason } from './messages';
import { hmacsAllowed, MAX_HMACS, search, type Scheme, type SearchSpace } from './search';
import {
	detectedTemplates,
	findRelated,
	headerValue,
	isHeaderName,
	isId,
	isSeparable,
	isVersion,
	readTimestamp,
	settableTemplates,
	variablesIn,
	type DeliveryHeaders,
} from './signedContent';

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
export function verify({ rawBody, headers }: SignedDelivery, settings: SignatureSettings) {
	const { format, secrets, known, now, testUrl } = settings;
	const header = settings.header.trim().toLowerCase();
	const keys = keysOf(secrets);
	const reading = readHeader(headerValue(headers, header), format);
	const reject = (
		reason: Reason,
		detail: { seconds?: number; template?: string; url?: string } = {},
	) => {
		const observed = observe(headers, header, reading);
		const message = signatureMessages[reason]({ ...observed, ...detail });
		return { ok: false as const, reason, message };
	};

	if (!isHeaderName(header)) return reject('badHeaderName');
	if (keys.length === 0) return reject('noSecret');
	if (reading.reason) return reject(reading.reason);
	const space = spaceFor({ rawBody, headers }, header, reading, format);
	if (typeof space === 'string') return reject(space);

	// However large the body is, each secret is tried once, or in two forms if 'Signed Content' is set and not known yet.
	const min =
		secrets.length * (format.signedContent && known?.template !== format.signedContent ? 2 : 1);
	const hmacs = hmacsAllowed(rawBody.length, space.candidates, min);
	const budget = { hmacs };
	const found = search(rawBody, space, keys, budget, known);
	if (!found) {
		// For a small body, the maximum is allowed, and too many headers or secrets are the reason.
		if (budget.hmacs < 0 && hmacs < MAX_HMACS) return reject('bodyTooLargeToSearch');
		const url = testUrl?.();
		const template = url === undefined ? undefined : curingTemplate(rawBody, space, keys, url);
		if (template === '{body}') return reject('timestampNotSigned');
		return template === undefined ? reject('mismatch', { url }) : reject('settable', { template });
	}
	const { scheme, candidate, timestamp, id } = found;
	// A timestamp in the signature header is checked even if it is not signed: it stops simple replays.
	const stated = timestamp ?? reading.timestamps[0];
	const sentAt = stated === undefined ? now : readTimestamp(stated);
	if (sentAt === undefined) return reject('badTimestamp');
	const age = (now - sentAt) / 1000;
	const seconds = Math.round(Math.abs(age));
	if (!(age <= format.tolerance)) return reject('stale', { seconds });
	// The delivery could be replayed until then.
	if (!(age >= -format.tolerance)) return reject('future', { seconds });
	// The ID and the timestamp only if they are signed. An ID may be the same for all deliveries.
	const describe = () =>
		describeFormat({ ...candidate, ...scheme, timestamp, id }, headers, header);
	return { ok: true as const, scheme, id, timestamp: readTimestamp(timestamp ?? ''), describe };
}

/** What to try for this delivery, or why it is rejected without trying. */
function spaceFor(
	{ rawBody, headers }: SignedDelivery,
	header: string,
	reading: HeaderReading,
	format: SignatureFormat,
): SearchSpace | Reason {
	const stated = (name: string) => (name === '' ? undefined : (headerValue(headers, name) ?? ''));
	const ownTimestamp = stated(format.timestampHeader) ?? reading.timestamps[0];
	if (ownTimestamp === '') return 'noTimestamp';
	if (ownTimestamp && readTimestamp(ownTimestamp) === undefined) return 'badTimestamp';
	const timestamps = ownTimestamp ? [ownTimestamp] : findRelated('timestamp', headers, header);
	const ownId = stated(format.idHeader) ?? reading.id;
	if (ownId === '') return 'noId';
	const ids = ownId ? [ownId].filter(isId) : findRelated('id', headers, header);

	const template = format.signedContent;
	const values = variablesIn(template ?? '');
	if (values.includes('timestamp') && timestamps.length === 0) return 'noTimestamp';
	if (values.includes('id') && ids.length === 0) return 'noId';
	// JSON's brackets separate the body from the other values: see the rule in signedContent.ts.
	const isBodyAlone = values.length === 1;
	if (!isBodyAlone && !looksLikeJson(rawBody)) return 'bodyNotJson';
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

/** The template that would make the delivery pass, if that is all it needs. It stays rejected. */
function curingTemplate(
	body: Buffer,
	space: SearchSpace,
	keys: ReturnType<typeof keysOf>,
	url: string,
) {
	const hmacs = Math.min(MAX_HMACS, Math.floor(MAX_CURE_BYTES / Math.max(body.length, 1)));
	// A template that is set may be the wrong one.
	const detected = space.templates.length === 1 ? detectedTemplates : [];
	const templates = ['{body}', ...detected, ...settableTemplates(url)];
	return search(body, { ...space, templates }, keys, { hmacs })?.scheme.template;
}

/**
 * Whether the bytes begin and end like a JSON object or list. White space (RFC 8259, section 2) is allowed at the end,
 * where it is rarely more than a line break, but not at the beginning, where it could be a template's separator. A byte
 * order mark cannot be one.
 */
export const looksLikeJson = (body: Buffer): boolean =>
	/^\ufeff?[{[]/.test(body.toString('utf8', 0, 4)) &&
	/[}\]][ \t\n\r]{0,100}$/.test(body.subarray(-101).toString('latin1'));
