import { createHmac } from 'node:crypto';

import { encodings, type Algorithm } from '../../nodes/ProjectWorkspace/old/signature/encodings';
import { SECRET } from './delivery';

type EncodingTitle = (typeof encodings)[number]['title'];

export interface Layout {
	algorithm: Algorithm;
	encoding: EncodingTitle;
	template: string;
}

/** What a template signs. Its braces are filled in one pass, so that braces in a body stay as they are. */
export const signedText = (
	template: string,
	values: { body: string; timestamp: string; id: string },
): string =>
	template.replace(/\{(body|timestamp|id)\}/g, (_, name: keyof typeof values) => values[name]);

export function encode(bytes: Buffer, encoding: EncodingTitle): string {
	if (encoding === 'base64 of hex') return Buffer.from(bytes.toString('hex')).toString('base64');
	return bytes.toString(encoding);
}

export const decode = (text: string, name: EncodingTitle): Buffer =>
	encodings.find((encoding) => encoding.title === name)?.read(text) ?? Buffer.alloc(0);

/** A digest in hex with SHA-256. */
export const signHex = (
	template: string,
	values: Parameters<typeof signedText>[1],
	secret = SECRET,
): string => sign({ algorithm: 'sha256', encoding: 'hex', template }, secret, values);

export const sign = (
	{ algorithm, encoding, template }: Layout,
	secret: string,
	values: { body: string; timestamp: string; id: string },
): string =>
	encode(createHmac(algorithm, secret).update(signedText(template, values)).digest(), encoding);
