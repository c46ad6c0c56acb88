import { algorithms } from './algorithms';
import { encodings } from './encodings';
import { limits } from './limits';
import { placesOf } from './template';
import type { Pins } from './types';

const PLACES = ['body', 'timestamp', 'id'];

/** Whether the pins can work; said on activation, and again for each delivery, which is refused if they cannot. */
export function checkPins(pins: Pins): { ok: true } | { ok: false; words: string } {
	const words =
		wrongChoice(pins) ??
		wrongContent(pins.content) ??
		wrongPrefix(pins.prefix) ??
		wrongTolerance(pins.toleranceSeconds) ??
		wrongName('Timestamp Header', pins.timestampHeader) ??
		wrongName('ID Header', pins.idHeader);
	return words === undefined ? { ok: true } : { ok: false, words };
}

function wrongChoice({ algorithm, encoding }: Pins): string | undefined {
	if (algorithm && !algorithms.some(({ name }) => name === algorithm)) {
		return 'The signature algorithm must be SHA-256, SHA-384 or SHA-512.';
	}
	if (encoding && !encodings.some(({ pin }) => pin === encoding)) {
		return 'The signature encoding must be hex, base64 or base64url.';
	}
	return undefined;
}

function wrongContent(content: string | undefined): string | undefined {
	if (!content) return undefined;
	if (content.length > 200) return 'The signed content is longer than 200 characters.';
	const places = placesOf(content);
	const unknown = places.find((place) => !PLACES.includes(place));
	if (unknown !== undefined) {
		return `The signed content holds {${unknown}}, which is not known. Use {body}, {timestamp} and {id}.`;
	}
	if (!places.includes('body')) {
		return 'The signed content lacks {body}: without it, anyone could change what a signed delivery says. A usual one is {timestamp}.{body}.';
	}
	const twice = places.find((place, index) => places.indexOf(place) !== index);
	if (twice !== undefined) return `The signed content holds {${twice}} more than once.`;
	return undefined;
}

function wrongPrefix(prefix: string | undefined): string | undefined {
	if (!prefix || /^[\x20-\x7e]{1,64}$/.test(prefix)) return undefined;
	return 'The signature prefix must be at most 64 plain characters, e.g. sha256=';
}

function wrongTolerance(seconds: number | undefined): string | undefined {
	if (seconds === undefined) return undefined;
	if (Number.isFinite(seconds) && seconds >= 1 && seconds <= limits.mostTolerance) return undefined;
	return `The tolerance must lie between 1 and ${limits.mostTolerance} seconds.`;
}

function wrongName(label: string, name: string | undefined): string | undefined {
	// RFC 9110, section 5.6.2: what a header's name may consist of.
	if (!name || /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) return undefined;
	return `${label} is not the name of a header. Enter it without a colon, e.g. X-Service-Timestamp`;
}

/** A line break cannot be typed into a one-line field. */
export function pinnedContent(pins: Pins): string | undefined {
	return pins.content ? pins.content.replaceAll('\\n', '\n') : undefined;
}
