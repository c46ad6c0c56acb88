export type { Algorithm } from './encodings';
export { isUsableSecret } from './secretKeys';
export { findBadOption, signatureProperties, type SignatureOptions } from './signatureOptions';
export type {
	Accepted,
	Delivery,
	Reason,
	Rejected,
	Scheme,
	SignatureSettings,
	Verdict,
} from './types';
export { verify } from './verify';
