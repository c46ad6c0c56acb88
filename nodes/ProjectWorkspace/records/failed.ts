/** Whether a response with a success status says that the request has failed, and its message. */
import { isAboutResponse, outcomeField, wentWell } from './aboutResponse';
import { anyId, isRecord, plainName } from './fields';
import { isEmpty, isObject, type JsonObject } from './value';

/** Where services write what they say to a person. */
const MESSAGES = ['message', 'msg', 'detail', 'error_message', 'errorMessage'];

/** What a response says to a person. `OK` says nothing. */
export function messageIn(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	const name = MESSAGES.find((each) => !isEmpty(body[each])) ?? '';
	const message = body[name];
	return typeof message === 'string' && !wentWell(message) ? message.trim() : undefined;
}

const MAX_FIELDS = 1_000;

/** Whether the request failed. A record may have fields of these names. */
export function saysFailed(body: unknown): boolean {
	if (!isObject(body) || anyId(body) !== undefined) return false;

	let isFault = isRefusal(body);
	let hasRecords = false;
	for (const name of Object.keys(body).slice(0, MAX_FIELDS)) {
		const value = body[name];
		const { failed, failedWithoutRecords } = outcomeField(plainName(name)) ?? {};
		if (failed?.(value)) return true;
		if (failedWithoutRecords?.(value)) isFault = true;
		else if (!isAboutResponse(name, value)) hasRecords ||= isRecordOrFilledList(value);
	}
	return isFault && !hasRecords;
}

const isRecordOrFilledList = (value: unknown): boolean =>
	Array.isArray(value) ? value.length > 0 : isRecord(value);

/** What services say in place of an error: `OK` (Aliyun), `SUCCESS` (Zoho), `A00000` (iQIYI), `task_created`. */
const WORDS_OF_SUCCESS =
	/^(ok|okay|[a-z]*0+)$|succ|created|updated|saved|deleted|removed|archived|invited|sent|started|queued|accepted/i;

/** `{"code": "ERR_42", "message": "Denied"}`. Beside anything else, a code in words may be a field of what was asked for. */
function isRefusal(body: JsonObject): boolean {
	const { code } = body;
	if (typeof code !== 'string' || !/[a-z]/i.test(code) || WORDS_OF_SUCCESS.test(code)) return false;
	if (messageIn(body) === undefined) return false;

	for (const [name, value] of Object.entries(body)) {
		if (name === 'code' || isEmpty(value)) continue;
		const isAnotherOutcome = outcomeField(plainName(name)) !== undefined;
		if (isAnotherOutcome || !isAboutResponse(name, value)) return false;
	}
	return true;
}
