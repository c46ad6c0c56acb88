import { pollingTexts } from '../../nodes/ProjectWorkspace/polling/description';
import { CHANGES } from '../../nodes/ProjectWorkspace/polling/settings';
import { expectNoAvoided, expectQuoted } from '../wording/rules';

const { triggerPanel, activationMessage } = pollingTexts;
const { executionsHelp, activationHint } = triggerPanel;
const states = ['inactive', 'active'] as const;

test.each(states)(
	'the panel of a workflow that is %s says what both kinds of polls do',
	(state) => {
		const help = typeof executionsHelp === 'object' ? executionsHelp[state] : undefined;
		expect(help).toContain('The first poll only remembers the records');
		expect(help).toContain('<b>Fetch Test Event</b> shows up to ten records');
		for (const { value } of CHANGES) expect(help).toContain(value);
		expect(activationHint).toHaveProperty(state);
	},
);

test('publishing says that the first poll only remembers the records', () => {
	expect(activationMessage).toContain('The first poll only remembers the records.');
	expectQuoted(JSON.stringify(pollingTexts).replaceAll('\\"', '"'));
	expectNoAvoided(JSON.stringify(pollingTexts));
});
