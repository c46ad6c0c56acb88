import { operations, resources } from '../../nodes/ProjectWorkspace/catalogue';
import { expectNoAvoided, expectQuoted } from '../wording/rules';

const texts = [
	...resources.flatMap(({ description, narrowedBy }) => [description, narrowedBy?.description]),
	...resources.flatMap(({ endpoints }) =>
		Object.values(endpoints).flatMap(({ action, description }) => [action, description]),
	),
	...operations.flatMap(({ endpoint }) =>
		(endpoint?.references ?? []).map((reference) => reference.description),
	),
].filter((text) => text !== undefined);

test.each(texts)('%s', (text) => {
	expectQuoted(text);
	expectNoAvoided(text);
	expect(text.endsWith('.')).toBe(/\. [A-Z]/.test(text));
});
