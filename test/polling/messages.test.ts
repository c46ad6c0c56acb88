import { AGAIN, messages, STILL_RUNNING } from '../../nodes/ProjectWorkspace/polling/messages';
import { MAX_RECORDS } from '../../nodes/ProjectWorkspace/polling/watched';
import { expectSaid, expectWorded } from '../wording/rules';

test.each([
	messages.noResource('x'),
	messages.noChanges(),
	messages.unknownChange('x'),
	messages.changedSinceTwice('x'),
	messages.noId(),
	messages.idTwice('x'),
	messages.tooMany(),
	messages.unproven(3),
	messages.massRemoval(11, 20),
	messages.tooSlow(36),
	messages.missingFields(['a', 'b'], 3),
	messages.nothingToShow(),
])('says what happened and what to do: %j', (problem) => {
	expectWorded(problem);
	expect(problem.message.length).toBeLessThan(150);
});

test('the number of records in the message is the limit', () => {
	expect(messages.tooMany().message).toContain(MAX_RECORDS.toLocaleString('en'));
});

test.each([STILL_RUNNING, AGAIN])('%s', (text) => expectSaid(text));
