import { deliveryOptions } from '../../nodes/ProjectWorkspace/trigger/deliveryOptions';
import {
	setUpNotice,
	triggerPanel,
	waitingTexts,
} from '../../nodes/ProjectWorkspace/trigger/guidance';
import { signatureProperties } from '../../nodes/ProjectWorkspace/signature';
import {
	ignored,
	LOOPBACK,
	NOT_ON_RECORD,
	NOT_STARTED,
	problems,
	refusals,
} from '../../nodes/ProjectWorkspace/trigger/words';
import {
	expectLabels,
	expectNoAvoided,
	expectQuoted,
	expectSaid,
	expectWorded,
	labelsOf,
} from '../wording/rules';

const labels = labelsOf([...deliveryOptions, ...signatureProperties]);

test.each([
	[problems.noSecret(), /fill in its 'Signing Secret'$/],
	[problems.noEvents(), /choose at least one in 'Events'$/],
	[
		problems.unreachable('http://n8n:5678/x', 'n8n is a name within a network, without a domain'),
		/set WEBHOOK_URL of n8n to a public address$/,
	],
])('what keeps the trigger from starting ends with what to do: %j', (problem, remedy) => {
	expectWorded(problem);
	expect(problem.message).toMatch(remedy);
	expect(problem.message.length).toBeLessThan(150);
});

test('why a delivery started nothing names the options that there are', () => {
	expectLabels(ignored.unknown('task.archived'), ['Start on Other Events', 'Event Field'], labels);
	expectLabels(ignored.unnamed(), ['Start on Other Events', 'Event Field'], labels);
	const why = [ignored.unknown('x'), ignored.unnamed(), ignored.notChosen('x'), ignored.repeated()];
	for (const words of [...Object.values(refusals), ...why, NOT_STARTED, NOT_ON_RECORD, LOOPBACK]) {
		expectSaid(words);
	}
});

test('the steps of the set-up end as sentences, and name the fields', () => {
	const steps = Array.from(setUpNotice.matchAll(/<li>(.*?)<\/li>/g), ([, step = '']) => step);
	expect(steps.map((step) => step.at(-1))).toEqual(['.', '.', '.', '.']);
	const texts = JSON.stringify([triggerPanel, waitingTexts]).replaceAll('\\"', '"');
	expectQuoted(texts);
	expectNoAvoided(texts);
});
