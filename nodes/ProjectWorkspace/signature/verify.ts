import { findIds, findTimestamps, isId } from './companions';
import { contents as table } from './contents';
import { explainMismatch } from './explain';
import { judgeTime } from './freshness';
import { readHeader, type HeaderReading } from './header';
import { headerValue } from './headerValue';
import { looksLikeJson } from './jsonBody';
import { limits } from './limits';
import { checkPins, pinnedContent } from './pins';
import { search, type SearchSpace } from './search';
import { look, type Look } from './seen';
import { placesOf } from './template';
import { readTimestamp } from './timestamps';
import type { Delivery, Reason, Refused, SignatureSettings, Verdict } from './types';
import { wordsFor, type Detail } from './words';

/**
 * Whether a delivery was signed with one of the secrets. It never throws, and there is no setting with which anything
 * passes unsigned.
 */
export function verify(delivery: Delivery, settings: SignatureSettings): Verdict {
	const header = settings.header.trim().toLowerCase();
	const secrets = settings.secrets.filter((secret) => secret.trim() !== '');
	const value = headerValue(delivery, header);
	const seen = look(delivery, header, value);
	const refuse = (reason: Reason, detail: Detail = {}): Refused => refusal(reason, seen, detail);

	const pins = checkPins(settings.pins);
	if (!pins.ok) return refuse('badPins', { words: pins.words, option: pins.option });
	if (secrets.length === 0) return refuse('noSecret');
	if (value === undefined) return refuse('headerMissing');
	if (value === '') return refuse('headerEmpty');
	if (value.length > limits.headerCharacters) return refuse('headerTooLong');
	if (!/^[\x20-\x7e]+$/.test(value)) return refuse('headerMalformed');

	const reading = readHeader(value, settings.pins);
	seen.reading = reading;
	const problem = problemOf(reading);
	if (problem) return refuse(problem);
	const space = spaceFor(delivery, header, reading, settings);
	if ('reason' in space) return refuse(space.reason);

	const found = search(delivery.rawBody, space, { secrets, likely: settings.likely });
	if (found.kind === 'none') {
		if (!found.complete) return refuse('bodyTooLargeToSearch');
		const cause = settings.explain ? explainMismatch(delivery.rawBody, space, secrets) : undefined;
		return refuse(cause ?? 'mismatch');
	}
	const { attempt, candidate } = found;
	// A time in the signature header counts even if the pinned content leaves it out: replays as they are end here.
	const signed = attempt.timestamp;
	for (const text of new Set([signed, ...reading.timestamps])) {
		const judged = text === undefined ? undefined : judgeTime(text, settings);
		if (judged) return refuse(judged.reason, { seconds: judged.seconds });
	}
	const { algorithm, encoding, prefix } = candidate;
	return {
		ok: true,
		layout: [algorithm, encoding, prefix && `"${prefix}"`, attempt.content]
			.filter(Boolean)
			.join(' · '),
		recipe: { algorithm, content: attempt.content, key: attempt.form },
		id: attempt.id,
		timestamp: signed === undefined ? undefined : readTimestamp(signed),
	};
}

function problemOf(reading: HeaderReading): Reason | undefined {
	if (reading.candidates.length === 0)
		return reading.weak.length > 0 ? 'weakAlgorithm' : 'noDigest';
	if (reading.candidates.length > limits.candidates) return 'tooManyCandidates';
	// One digest must not be judged by the time of another.
	if (reading.timestamps.length > 1) return 'conflictingTimestamps';
	const unreadable = reading.timestamps.some((text) => readTimestamp(text) === undefined);
	return unreadable ? 'badTimestamp' : undefined;
}

/** What is tried for this delivery, or why nothing can be. */
function spaceFor(
	delivery: Delivery,
	header: string,
	reading: HeaderReading,
	settings: SignatureSettings,
): SearchSpace | { reason: Reason } {
	const { pins } = settings;
	const timeHeader = pins.timestampHeader?.toLowerCase();
	const idHeader = pins.idHeader?.toLowerCase();
	const pinnedTime = timeHeader ? headerValue(delivery, timeHeader) : undefined;
	const pinnedId = idHeader ? headerValue(delivery, idHeader) : undefined;
	if (timeHeader && pinnedTime === undefined) return { reason: 'noTimestamp' };
	if (idHeader && pinnedId === undefined) return { reason: 'noId' };
	if (pinnedTime !== undefined && readTimestamp(pinnedTime) === undefined) {
		return { reason: 'badTimestamp' };
	}

	const own = pinnedTime === undefined ? reading.timestamps : [pinnedTime];
	const timestamps = own.length > 0 ? own : findTimestamps(delivery, header);
	const ownId = pinnedId ?? reading.id;
	const ids = ownId === undefined ? findIds(delivery, header) : [ownId].filter(isId);

	const content = pinnedContent(pins);
	if (content !== undefined) {
		const places = placesOf(content);
		if (places.includes('timestamp') && timestamps.length === 0) return { reason: 'noTimestamp' };
		if (places.includes('id') && ids.length === 0) return { reason: 'noId' };
		return {
			candidates: reading.candidates,
			contents: [{ template: content }],
			values: { timestamps, ids },
		};
	}
	// See the rules above the table of layouts.
	if (!looksLikeJson(delivery.rawBody)) return { reason: 'bodyNotJson' };
	// A time that stands with the signature, or is pinned, must be signed: else an old delivery passes with a new one.
	const contents = table.filter(
		({ template }) => own.length === 0 || template.includes('{timestamp}'),
	);
	return { candidates: reading.candidates, contents, values: { timestamps, ids } };
}

function refusal(reason: Reason, seen: Look, detail: Detail): Refused {
	const summary = seen.summary();
	return { ok: false, reason, words: wordsFor(reason, summary, detail), seen: summary };
}
