export { findBadOption, signatureProperties, type SignatureOptions } from './signatureOptions';
export { isUsableSecret } from './secretKeys';
export { verify } from './verify';
export type {
	Accepted,
	Delivery,
	Reason,
	Rejected,
	Scheme,
	SignatureSettings,
	Verdict,
} from './types';
