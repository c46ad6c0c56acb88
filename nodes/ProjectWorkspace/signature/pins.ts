import { algorithms } from './algorithms';
import { encodings } from './encodings';
import { limits } from './limits';
import { placesOf } from './template';
import type { Pins } from './types';

const PLACES = ['body', 'timestamp', 'id'];

/** What keeps a pin from working: the option that sets it, by its label, and a sentence that says what to do. */
interface Finding {
	option: string;
	words: string;
}

const finding = (option: string, rest: string): Finding => ({
	option,
	words: `'${option}' ${rest}`,
});

/** Whether the pins can work; said on activation, and again for each delivery, which is refused if they cannot. */
export function checkPins(pins: Pins): { ok: true } | ({ ok: false } & Finding) {
	const found =
		wrongChoice(pins) ??
		wrongContent(pins.content) ??
		wrongPrefix(pins.prefix) ??
		wrongTolerance(pins.toleranceSeconds) ??
		wrongName('Timestamp Header', pins.timestampHeader) ??
		wrongName('Signed ID Header', pins.idHeader);
	return found === undefined ? { ok: true } : { ok: false, ...found };
}

function wrongChoice({ algorithm, encoding }: Pins): Finding | undefined {
	if (algorithm && !algorithms.some(({ name }) => name === algorithm)) {
		return finding('Signature Algorithm', 'must be SHA-256, SHA-384 or SHA-512');
	}
	if (encoding && !encodings.some(({ pin }) => pin === encoding)) {
		return finding('Signature Encoding', 'must be hex, base64 or base64url');
	}
	return undefined;
}

function wrongContent(content: string | undefined): Finding | undefined {
	if (!content) return undefined;
	const found = (rest: string) => finding('Signed Content', rest);
	if (content.length > 200) return found('is longer than 200 characters: shorten it');
	const places = placesOf(content);
	const unknown = places.find((place) => !PLACES.includes(place));
	if (unknown !== undefined) {
		return found(`holds {${unknown}}, which is not known: use {body}, {timestamp} and {id}`);
	}
	if (!places.includes('body')) {
		return found(
			'lacks {body}, so anyone could change what a signed delivery says: a usual one is {timestamp}.{body}',
		);
	}
	const twice = places.find((place, index) => places.indexOf(place) !== index);
	if (twice !== undefined) return found(`holds {${twice}} more than once: write it once`);
	return undefined;
}

function wrongPrefix(prefix: string | undefined): Finding | undefined {
	if (!prefix || /^[\x20-\x7e]{1,64}$/.test(prefix)) return undefined;
	return finding('Signature Prefix', 'must be plain characters, e.g. sha256=, and at most 64');
}

function wrongTolerance(seconds: number | undefined): Finding | undefined {
	if (seconds === undefined) return undefined;
	if (Number.isFinite(seconds) && seconds >= 1 && seconds <= limits.mostTolerance) return undefined;
	return finding('Timestamp Tolerance', `must lie between 1 and ${limits.mostTolerance} seconds`);
}

function wrongName(option: string, name: string | undefined): Finding | undefined {
	// RFC 9110, section 5.6.2: what a header's name may consist of.
	if (!name || /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) return undefined;
	return finding(option, 'is not the name of a header: enter it without a colon');
}

/** A line break cannot be typed into a one-line field. */
export function pinnedContent(pins: Pins): string | undefined {
	return pins.content ? pins.content.replaceAll('\\n', '\n') : undefined;
}
