import type { IWebhookFunctions } from 'n8n-workflow';

/** The bytes as they came; undefined where n8n cannot give them any more (a form with files, a broken connection). */
export async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	try {
		if (request.rawBody === undefined) await request.readRawBody();
	} catch {
		return undefined;
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}
