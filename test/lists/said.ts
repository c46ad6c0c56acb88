import type { JsonObject } from '../../nodes/ProjectWorkspace/old/records/value';

/** What a page says next to its list. */
export type Said = object | { headers: Record<string, string> };

/** `meta.count: 65 | header.X-Skipped: "3"`, also in several lines: what is not JSON is a text. */
export const said = (list: string): Said[] =>
	list.split(/ \| |\n\s*/).map((each): Said => {
		const [, path = '', text = ''] = /^(\S+): (.*)$/.exec(each) ?? [];
		const isHeader = path.startsWith('header.');
		const [first = '', ...rest] = isHeader ? ['headers', path.slice(7)] : path.split('.');
		const value = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), valueIn(text));
		return { [first]: value };
	});

/** Each of them with what is expected of all in its row. */
export const saidRows = <Expected>(...rows: Array<[list: string, expected: Expected]>) =>
	rows.flatMap(([list, expected]) => said(list).map((each): [Said, Expected] => [each, expected]));

/** `{"a": 1} | {"b": 2}`, also in several lines. */
export const objects = (list: string): JsonObject[] =>
	list.split(/ \| |\n\s*/).map((each) => JSON.parse(each) as JsonObject); // in the tests

function valueIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
