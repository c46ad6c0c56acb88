import { explainMismatch, observe } from './explain';
import { MOST_CANDIDATES, MOST_HEADER_CHARACTERS, readHeader, type HeaderReading } from './header';
import { messages, type Detail } from './messages';
import { findIds, findTimestamps, headerValue, isId } from './relatedHeaders';
import { hmacsAllowed, search, type SearchSpace } from './search';
import { isUsableSecret, keysOf } from './secretKeys';
import { findBadOption } from './signatureOptions';
import { isSeparable, looksLikeJson, placesOf, templates } from './templates';
import { judgeTime, readTimestamp } from './timestamps';
import type { Delivery, Reason, Rejected, SignatureSettings, Verdict } from './types';

/**
 * Whether a delivery was signed with one of the secrets. It never throws, and there is no setting with which anything
 * passes unsigned.
 */
export function verify(delivery: Delivery, settings: SignatureSettings): Verdict {
	const { options, known, now } = settings;
	const header = settings.header.trim().toLowerCase();
	const secrets = settings.secrets.filter((secret) => secret.trim() !== '');
	const value = headerValue(delivery, header);
	const rejectUnread = (reason: Reason, detail: Detail, reading?: HeaderReading): Rejected => {
		const observed = observe(delivery, header, value, reading);
		return { ok: false, reason, message: messages[reason](observed, detail), observed };
	};

	const bad = findBadOption(options);
	if (bad) return rejectUnread('badOptions', { bad });
	if (secrets.length === 0) return rejectUnread('noSecret', {});
	if (!secrets.some(isUsableSecret)) return rejectUnread('unusableSecret', {});
	if (value === undefined) return rejectUnread('headerMissing', {});
	if (value === '') return rejectUnread('headerEmpty', {});
	if (value.length > MOST_HEADER_CHARACTERS) return rejectUnread('headerTooLong', {});
	if (!/^[\x20-\x7e]+$/.test(value)) return rejectUnread('headerMalformed', {});

	const reading = readHeader(value, options);
	const reject = (reason: Reason, detail = {}) => rejectUnread(reason, detail, reading);
	const obstacle = obstacleIn(reading);
	if (obstacle) return reject(obstacle);
	const space = spaceFor(delivery, header, reading, settings);
	if ('reason' in space) return reject(space.reason);

	const keys = keysOf(secrets);
	// A known scheme and, for large bodies, an unknown one are tried once for each secret; one that is set, in two readings.
	const fewest = secrets.length * (options.signedContent && !known ? 2 : 1);
	const budget = { hmacs: hmacsAllowed(delivery.rawBody.length, fewest) };
	const found = search(delivery.rawBody, space, keys, budget, known);
	if (found.kind === 'none') {
		if (!found.complete) return reject('bodyTooLargeToSearch');
		const cause = settings.explain ? explainMismatch(delivery.rawBody, space, keys) : undefined;
		return reject(cause ?? 'mismatch');
	}
	const { scheme, candidate, timestamp, id } = found;
	// A timestamp in the signature header counts even if 'Signed Content' leaves it out: it stops plain replays.
	for (const text of new Set([timestamp, ...reading.timestamps])) {
		const late = text === undefined ? undefined : judgeTime(text, now, options.tolerance);
		if (late) return reject(late.reason, { seconds: late.seconds });
	}
	const { algorithm, encoding, prefix } = candidate;
	return {
		ok: true,
		layout: [algorithm, encoding, prefix && `"${prefix}"`, scheme.template]
			.filter(Boolean)
			.join(' · '),
		scheme,
		id,
		timestamp: timestamp === undefined ? undefined : readTimestamp(timestamp),
	};
}

function obstacleIn({ candidates, weak, timestamps }: HeaderReading): Reason | undefined {
	if (candidates.length === 0) return weak.length > 0 ? 'weakAlgorithm' : 'noDigest';
	if (candidates.length > MOST_CANDIDATES) return 'tooManyCandidates';
	// One digest must not be judged by the timestamp of another.
	if (timestamps.length > 1) return 'conflictingTimestamps';
	const unreadable = timestamps.some((text) => readTimestamp(text) === undefined);
	return unreadable ? 'badTimestamp' : undefined;
}

/** What is tried for this delivery, or why nothing can be. */
function spaceFor(
	delivery: Delivery,
	header: string,
	reading: HeaderReading,
	{ options, known }: SignatureSettings,
): SearchSpace | { reason: Reason } {
	const timestampHeader = options.timestampHeader?.trim().toLowerCase();
	const idHeader = options.idHeader?.trim().toLowerCase();
	const setTimestamp = timestampHeader ? headerValue(delivery, timestampHeader) : undefined;
	const setId = idHeader ? headerValue(delivery, idHeader) : undefined;
	if (timestampHeader && setTimestamp === undefined) return { reason: 'noTimestamp' };
	if (idHeader && setId === undefined) return { reason: 'noId' };
	if (setTimestamp !== undefined && readTimestamp(setTimestamp) === undefined) {
		return { reason: 'badTimestamp' };
	}

	const own = setTimestamp === undefined ? reading.timestamps : [setTimestamp];
	const ownId = setId ?? reading.id;
	const space = {
		candidates: reading.candidates,
		timestamps:
			own.length > 0
				? own.map((text) => ({ text }))
				: findTimestamps(delivery, header, known?.timestampHeader),
		ids:
			ownId === undefined
				? findIds(delivery, header, known?.idHeader)
				: [{ text: ownId }].filter(({ text }) => isId(text)),
	};
	// A line break cannot be typed into a one-line field.
	const template = options.signedContent?.replaceAll('\\n', '\n');
	if (template) {
		const places = placesOf(template);
		if (places.includes('timestamp')) {
			if (space.timestamps.length === 0) return { reason: 'noTimestamp' };
			if (!space.timestamps.some(({ text }) => isSeparable(template, text))) {
				return { reason: 'inseparableTimestamp' };
			}
		}
		if (places.includes('id') && space.ids.length === 0) return { reason: 'noId' };
		// The brackets of JSON keep the body apart from the other values.
		if (places.length > 1 && !looksLikeJson(delivery.rawBody)) return { reason: 'bodyNotJson' };
		return { ...space, templates: [{ template }] };
	}
	// See the rule above the table.
	if (!looksLikeJson(delivery.rawBody)) return { reason: 'bodyNotJson' };
	return {
		...space,
		// `v0` and `v1` are versions: {id}:{timestamp}:{body} would be the same bytes.
		ids: space.ids.filter(({ text }) => !/^v\d$/.test(text)),
		// A timestamp that is sent with the signature, or set, must be signed: else an old delivery passes with a new one.
		templates: templates.filter((one) => own.length === 0 || one.template.includes('{timestamp}')),
	};
}
