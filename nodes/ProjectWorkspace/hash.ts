import { createHash } from 'node:crypto';

/** SHA-256, by which a value can be recognized but not read. In base64url, because it may become a key elsewhere. */
export const sha256 = (content: string | Buffer) =>
	createHash('sha256').update(content).digest('base64url');
