/** Shorter than any key with a prefix of the service; a shorter "key" would be found in ordinary text. */
const SHORTEST_KEY = 8;

/** Some services repeat the key in an answer or in a message. It must not get into outputs or logs. */
export function redact(text: string, apiKey: string): string {
	return apiKey.length >= SHORTEST_KEY && text.includes(apiKey)
		? text.replaceAll(apiKey, '[API key hidden]')
		: text;
}
