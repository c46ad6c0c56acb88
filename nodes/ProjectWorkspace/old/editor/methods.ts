import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { projectWorkspaceApiTest } from './credentialTest';
import { getCountFields, getFields, getOutputFields } from './recordFields';
import { listSearch } from './recordLists';

/**
 * What the editor gets is saved in workflows, where n8n evaluates every text that begins with `=`, and looks for
 * arguments of an agent's tool in every text with `$fromAI`. Texts of the service must do neither.
 */
const acts = (text: string) => text.trimStart().startsWith('=') || /\$fromAI/i.test(text);

/** The same value, in which expressions that evaluate to such texts replace them. */
export function savedText<T>(given: T): T;
export function savedText(given: unknown): unknown {
	if (typeof given === 'string') return acts(given) ? literal(given) : given;
	if (Array.isArray(given)) return given.map((each: unknown) => savedText(each));
	if (typeof given !== 'object' || given === null) return given;
	return Object.fromEntries(Object.entries(given).map(([name, each]) => [name, savedText(each)]));
}

/** Only characters that mean nothing to n8n stay as they are. */
const literal = (text: string) => `={{ "${text.replace(/[^\p{L}\p{N} _=-]/gu, unicodeEscapes)}" }}`;

/** Each half of a surrogate pair has its own escape. */
const unicodeEscapes = (character: string) =>
	character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The gate: whatever a method returns passes through `savedText`. */
function gated<Args extends unknown[], T>(
	method: (this: ILoadOptionsFunctions, ...args: Args) => Promise<T>,
) {
	return async function (this: ILoadOptionsFunctions, ...args: Args) {
		return savedText(await method.apply(this, args));
	};
}

/** What n8n's editor calls, in both nodes that read lists. */
export const editorMethods = {
	credentialTest: { projectWorkspaceApiTest },
	listSearch: Object.fromEntries(
		Object.entries(listSearch).map(([name, method]) => [name, gated(method)]),
	),
	loadOptions: {
		getCountFields: gated(getCountFields),
		getOutputFields: gated(getOutputFields),
	},
	resourceMapping: {
		getFields: gated(async function (this: ILoadOptionsFunctions) {
			const { fields, ...notice } = await getFields.call(this);
			// The editor saves an ID as a key, which n8n does not evaluate, so such a field is not offered.
			return { fields: fields.filter(({ id }) => !acts(id)), ...notice };
		}),
	},
};
