import { createHmac, timingSafeEqual } from 'node:crypto';

import { ok, reject, type ValueOf } from '../result';
import { isUsableSecret, keysOf, type Algorithm } from './encodings';
import { describeFormat, type SignatureFormat } from './format';
import { readHeader, type HeaderReading } from './header';
import { observe, signatureMessages, type Reason } from './messages';
import {
	findRelated,
	headerValue,
	isHeaderName,
	isId,
	readTimestamp,
	type DeliveryHeaders,
} from './deliveryHeaders';
import {
	detectedTemplates,
	isVersion,
	variablesIn,
	fill,
	valuesFor,
	looksLikeJson,
} from './templates';

/** How an accepted delivery was signed. It contains nothing secret. */
export interface Scheme {
	algorithm: Algorithm;
	template: string;
	key: ReturnType<typeof keysOf>[number]['form'];
}

export interface SignatureSettings {
	header: string;
	/** The current one first, then the previous one. */
	secrets: readonly string[];
	format: SignatureFormat;
	now: number;
	/** How the last accepted delivery was signed. It is tried first. */
	known?: Scheme;
}

/**
 * Whether a delivery was signed with one of the secrets. It never throws, and no setting turns it off.
 * @param delivery - as received, since the bytes are signed
 */
export function verify(
	delivery: { rawBody: Buffer; headers: DeliveryHeaders },
	settings: SignatureSettings,
) {
	const { rawBody, headers } = delivery;
	const { secrets, format, now } = settings;
	const header = settings.header.toLowerCase();
	const reading = readHeader(headerValue(headers, header), format);
	const refuse = (reason: Reason, seconds?: number) => {
		const message = signatureMessages[reason]({ ...observe(headers, header, reading), seconds });
		return reject({ reason, message });
	};

	if (!isHeaderName(header)) return refuse('badHeaderName');
	if (!secrets.some(isUsableSecret)) return refuse('noSecret');
	if (reading.reason) return refuse(reading.reason);
	const attempts = attemptsFor(delivery, header, reading, settings);
	if (!attempts.ok) return refuse(attempts.problem);
	const most = mostHmacs(rawBody.length, reading, settings);
	const found = search(rawBody, reading.candidates, attempts.value.slice(0, most));
	// For a small body, the maximum is allowed, and too many headers or secrets are the reason.
	const isTooLarge = attempts.value.length > most && most < MAX_HMACS;
	if (!found) return refuse(isTooLarge ? 'bodyTooLargeToSearch' : 'mismatch');
	const { algorithm, template, key, timestamp, id, candidate } = found;
	// A timestamp in the signature header is checked even if it is not signed: it stops simple replays.
	const stated = timestamp ?? reading.timestamps[0];
	const sentAt = stated === undefined ? now : readTimestamp(stated);
	if (sentAt === undefined) return refuse('badTimestamp');
	const age = (now - sentAt) / 1000;
	const seconds = Math.round(Math.abs(age));
	if (!(age <= format.tolerance)) return refuse('stale', seconds);
	// The delivery could be replayed until then.
	if (!(age >= -format.tolerance)) return refuse('future', seconds);
	const scheme: Scheme = { algorithm, template, key: key.form };
	const isFirst = settings.known === undefined;
	return ok({
		scheme,
		/** Only if they are signed: an ID may be the same for all deliveries. */
		id,
		timestamp: timestamp === undefined ? undefined : sentAt,
		description: isFirst ? describeFormat({ ...found, ...candidate }, headers, header) : undefined,
	});
}

/** How many values of other headers are tried, as a proxy may add its own. */
const MAX_VALUES = { timestamp: 2, id: 6 } as const;

/**
 * What to try, or why the delivery is rejected without trying: the known scheme with every secret first; then each
 * template with its likeliest values; then the other values.
 */
function attemptsFor(
	{ rawBody, headers }: Parameters<typeof verify>[0],
	header: string,
	reading: HeaderReading,
	{ format, secrets, known }: SignatureSettings,
) {
	const refuse = (reason: Reason) => reject(reason);
	const valueIn = (name?: string) => name && (headerValue(headers, name) ?? '');
	const likeliest = (kind: keyof typeof MAX_VALUES) => {
		const texts = findRelated(kind, headers, header).map(({ text }) => text);
		return [...new Set(texts)].slice(0, MAX_VALUES[kind]);
	};
	const ownTimestamp = valueIn(format.timestampHeader) ?? reading.timestamps[0];
	if (ownTimestamp === '') return refuse('noTimestamp');
	if (ownTimestamp && readTimestamp(ownTimestamp) === undefined) return refuse('badTimestamp');
	const timestamps = ownTimestamp ? [ownTimestamp] : likeliest('timestamp');
	const ownId = valueIn(format.idHeader) ?? reading.id;
	if (ownId === '') return refuse('noId');
	const ids = ownId ? [ownId].filter(isId) : likeliest('id');

	const set = format.signedContent;
	const signed = variablesIn(set ?? '');
	if (signed.includes('timestamp') && timestamps.length === 0) return refuse('noTimestamp');
	if (signed.includes('id') && ids.length === 0) return refuse('noId');
	// JSON's brackets separate the body from the other values: see the rule in templates.ts.
	if (signed.length !== 1 && !looksLikeJson(rawBody)) return refuse('bodyNotJson');

	// A timestamp next to the signature must be signed, or an old delivery would pass with a new timestamp.
	const detected = detectedTemplates.filter((one) => !ownTimestamp || one.includes('{timestamp}'));
	const usableIds = set === undefined ? ids.filter((id) => !isVersion(id)) : ids;
	const keys = keysOf(secrets);
	const tried = [...new Set(reading.candidates.map(({ algorithm }) => algorithm))].flatMap(
		(algorithm) =>
			(set === undefined ? detected : [set]).flatMap((template) => {
				const isKnown = algorithm === known?.algorithm && template === known.template;
				return valuesFor(template, timestamps, usableIds).flatMap((values, index) =>
					keys.map((key) => {
						const round = isKnown && key.form === known.key ? 0 : index === 0 ? 1 : 2;
						return { algorithm, template, key, ...values, round };
					}),
				);
			}),
	);
	if (tried.length === 0) return refuse('inseparableTimestamp');
	return ok(tried.sort((one, other) => one.round - other.round));
}

/** For one delivery, as anyone can send to a webhook's URL. */
export const MAX_HMACS = 256;

/**
 * Bytes hashed with SHA-256 for one delivery while its format is unknown, so that no forged one takes much longer than any
 * other: n8n itself takes longer than this. With a body of 64 kB, it is enough for all templates with two secrets, in three
 * forms.
 */
export const MAX_HMAC_BYTES = 8 * 1024 * 1024;

/** Processors have instructions for SHA-256, and need about twice as long for the others. */
const SLOWER = 2;

/** How many HMACs a delivery may cost. */
function mostHmacs(
	bodyBytes: number,
	{ candidates }: HeaderReading,
	{ secrets, format: { signedContent }, known }: SignatureSettings,
): number {
	const factor = candidates.every(({ algorithm }) => algorithm === 'sha256') ? 1 : SLOWER;
	const bySize = Math.floor(MAX_HMAC_BYTES / Math.max(bodyBytes * factor, 1));
	// However large the body is, each secret is tried once, or in two forms if 'Signed Content' is set and not known yet.
	const isNew = signedContent !== undefined && known?.template !== signedContent;
	return Math.max(secrets.length * (isNew ? 2 : 1), Math.min(MAX_HMACS, bySize));
}

/** The first attempt that gives one of the candidates. */
function search(
	body: Buffer,
	candidates: HeaderReading['candidates'],
	attempts: ValueOf<ReturnType<typeof attemptsFor>>,
) {
	for (const attempt of attempts) {
		const { algorithm, template, key, timestamp, id } = attempt;
		const hmac = createHmac(algorithm, key.key);
		for (const piece of fill(template, { body, timestamp, id })) hmac.update(piece);
		const digest = hmac.digest();
		// With every candidate, in constant time.
		const [candidate] = candidates.filter(
			({ bytes }) => bytes.length === digest.length && timingSafeEqual(bytes, digest),
		);
		if (candidate) return { ...attempt, candidate };
	}
	return undefined;
}
