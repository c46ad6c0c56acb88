export { checkPins } from './pins';
export { sign } from './sign';
export { verify } from './verify';
export type {
	Accepted,
	Algorithm,
	Delivery,
	PinnableEncoding,
	Pins,
	Reason,
	Recipe,
	Refused,
	Seen,
	SignatureSettings,
	Verdict,
} from './types';
