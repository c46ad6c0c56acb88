import {
	triggerPanel,
	triggerProperties,
	waitingTexts,
} from '../../nodes/ProjectWorkspace/old/trigger/description';
import { triggerOptionProperties } from '../../nodes/ProjectWorkspace/old/trigger/options';
import {
	eventFound,
	ignored,
	warnings,
	NOT_RECORDED,
	NOT_STARTED,
	passesFilter,
	problems,
	rejections,
	tooLarge,
} from '../../nodes/ProjectWorkspace/old/trigger/messages';
import {
	expectLabels,
	expectNoAvoided,
	expectQuoted,
	expectSaid,
	expectWorded,
	labelsOf,
} from '../wording/rules';

const labels = labelsOf(triggerOptionProperties);

test.each([
	[problems.noSecret(), /fill in 'Signing Secret'$/],
	[problems.unusableSecret('Signing Secret'), /enter the whole secret$/],
	[problems.badHeader(), /enter one such as X-Service-Signature$/],
	[problems.unknownEvent('task.gone'), /select events from the list$/],
	[problems.noEvents(), /select at least one in 'Events'$/],
	[problems.alwaysOutputData(), /turn it off$/],
	[
		problems.encodedName('https://n8n.example.com/webhook/a/my%20node/webhook'),
		/letters and hyphens only$/,
	],
	[
		problems.unreachable('n8n:5678/x', 'it is not a valid URL'),
		/set N8N_WEBHOOK_URL in n8n to a public address$/,
	],
])('what keeps the trigger from starting ends with what to do: %j', (problem, remedy) => {
	expectWorded(problem);
	expect(problem.message).toMatch(remedy);
	expect(problem.message.length).toBeLessThan(150);
});

test('the reasons why a delivery did not start the workflow only name existing options', () => {
	const field = 'the field "event"';
	const unknown = ignored.unknown('task.archived', field);
	expectLabels(unknown, ['Start on Other Events', 'Event Field'], labels);
	expectLabels(ignored.unnamed('', 'kind'), ['Start on Other Events', 'Event Field'], labels);
	const why = Object.values(ignored).map((message) => message('x', field));
	for (const words of [
		...Object.values(rejections),
		...why,
		eventFound('x', field),
		passesFilter('The filter on \'due\' cannot compare "soon" with "3"'),
		NOT_STARTED,
		NOT_RECORDED,
		tooLarge('more than 200 levels'),
		...Object.values(warnings).map((warning) => warning('it is a private address')),
	]) {
		expectSaid(words);
	}
});

test('the steps of the set-up end as sentences, and name the fields', () => {
	const [{ displayName: notice = '' } = {}] = triggerProperties;
	const steps = Array.from(notice.matchAll(/<ul>(.*?)<\/ul>/g), ([, step = '']) => step);
	expect(steps.map((step) => step.slice(0, 2) + step.at(-1))).toEqual(['1..', '2..', '3..', '4..']);
	const texts = JSON.stringify([triggerPanel, waitingTexts]).replaceAll('\\"', '"');
	expectQuoted(texts);
	expectNoAvoided(texts);
});
