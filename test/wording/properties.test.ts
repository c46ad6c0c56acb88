import { placeholders, prose } from './labels';
import { expectNoAvoided, expectQuoted, unknownIn, unquotedIn } from './rules';

test('what the editor says beside its labels names them in quotation marks', () => {
	expect(prose.length).toBeGreaterThan(100);
	for (const text of prose) expectQuoted(text);
});

test('nothing in the editor says what n8n avoids', () => {
	for (const text of [...prose, ...placeholders]) expectNoAvoided(text);
});

test.each([
	['Raise Timeout under Options.', ['Options', 'Timeout']],
	["Check 'Base URL' in the credential.", []],
	['Base URL is missing', ['Base URL']],
	['The project of a task, in Project Workspace', []],
	['Limit is reached', []],
])('labels without quotation marks are found in "%s"', (text, found) => {
	expect(unquotedIn(text).sort()).toEqual(found);
});

test('labels that there are not are found', () => {
	expect(unknownIn("Change 'Base Address', or take 'id' out: it is the service's")).toEqual([
		'Base Address',
	]);
});
