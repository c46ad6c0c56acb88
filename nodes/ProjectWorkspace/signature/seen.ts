import { titleOf } from './algorithms';
import { findIds, findTimestamps } from './companions';
import { encodings } from './encodings';
import type { HeaderReading } from './header';
import { limits } from './limits';
import type { Delivery, Seen } from './types';

/** Collects what was seen; the summary is made only for a refusal. */
export interface Look {
	reading?: HeaderReading;
	summary(): Seen;
}

const SIGNATURE_NAME = /signature|hmac|-sign$|-sig$|-digest$/;
/** Headers whose names end alike and that hold something else. */
const NEVER_SIGNATURES = new Set(['content-digest', 'repr-digest', 'signature-input']);
const MOST_NAMES = 5;

export function look(delivery: Delivery, header: string, value: string | undefined): Look {
	return {
		summary(): Seen {
			const { reading } = this;
			const times = findTimestamps(delivery, header).length;
			return {
				header,
				characters: value?.length,
				digests: (reading?.candidates ?? []).slice(0, limits.candidates).map(describe),
				timestamp: reading?.timestamps.length
					? 'in the signature header'
					: times > 0
						? 'in another header'
						: undefined,
				id: findIds(delivery, header).length > 0 ? 'in another header' : undefined,
				otherSignatures: otherSignatures(delivery, header),
			};
		},
	};
}

function describe(candidate: HeaderReading['candidates'][number]): string {
	const encoding = encodings.find(({ name }) => name === candidate.encoding)?.title;
	const after = candidate.prefix ? ` after "${candidate.prefix}"` : '';
	return `${titleOf(candidate.algorithm)} in ${encoding}${after}`;
}

function otherSignatures({ headers }: Delivery, header: string): string[] {
	return Object.keys(headers)
		.filter((name) => name !== header && SIGNATURE_NAME.test(name) && !NEVER_SIGNATURES.has(name))
		.slice(0, MOST_NAMES)
		.map((name) => name.slice(0, 100));
}
