import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { nodeProperties } from '../../nodes/ProjectWorkspace/old/editor/properties';
import { pollingProperties } from '../../nodes/ProjectWorkspace/old/polling/settings';
import { triggerProperties } from '../../nodes/ProjectWorkspace/old/trigger/description';

/** All that the editor shows of this package. */
export const properties: readonly object[] = [
	...nodeProperties(),
	...triggerProperties,
	...pollingProperties(),
	...new ProjectWorkspaceApi().properties,
];

/** Every object within properties: options, rows of collections, modes of locators, labels of the mapper. */
function within(value: unknown): object[] {
	if (Array.isArray(value)) return value.flatMap(within);
	return typeof value === 'object' && value !== null
		? [value, ...Object.values(value).flatMap(within)]
		: [];
}

export const parts = within(properties);

const texts = (key: string) =>
	parts.flatMap((part) => {
		const text: unknown = Reflect.get(part, key);
		return typeof text === 'string' ? [text] : [];
	});

const isNotice = (part: object) => 'type' in part && part.type === 'notice';

const notices = parts
	.filter(isNotice)
	.map((part) => ('displayName' in part ? String(part.displayName) : ''));

/** What stands above a field. */
const fieldLabels = [
	...texts('displayName').filter((label) => !notices.includes(label)),
	...texts('valuesLabel'),
	...texts('title'),
];

/** What can be chosen in a field. */
const choices = parts.flatMap((part) =>
	'value' in part && 'name' in part && typeof part.name === 'string' ? [part.name] : [],
);

/** Of n8n itself, where a text leads there. */
const OF_N8N = [
	'On Error',
	'Retry On Fail',
	'Always Output Data',
	'Authentication',
	'Predefined Credential Type',
	'Credential Type',
	'Project Workspace API',
];

/** What may stand in quotation marks. */
export const known: ReadonlySet<string> = new Set([...fieldLabels, ...choices, ...OF_N8N]);

/** What may not stand without: "Task" at the beginning of a sentence, and "Pro" anywhere, is an ordinary word. */
export const words: readonly string[] = [...new Set([...fieldLabels, ...choices])].filter((label) =>
	label.includes(' '),
);
export const singleWords: readonly string[] = [...new Set(fieldLabels)].filter((label) =>
	/^[A-Z][a-z]+$/.test(label),
);

/** What a person reads beside the labels. */
export const prose: readonly string[] = [
	...notices,
	...texts('description'),
	...texts('hint'),
	...texts('action'),
];

export const placeholders = texts('placeholder');
