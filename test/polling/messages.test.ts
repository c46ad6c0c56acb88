import { doubtOf } from '../../nodes/ProjectWorkspace/lists/messages';
import { AGAIN, messages, STILL_RUNNING } from '../../nodes/ProjectWorkspace/polling/messages';
import { MAX_STATE_BYTES } from '../../nodes/ProjectWorkspace/polling/state';
import { MAX_RECORDS } from '../../nodes/ProjectWorkspace/polling/watched';
import { expectSaid, expectWorded } from '../wording/rules';

const doubt = doubtOf({ because: 'nothingFound' }, 100);

test.each([
	messages.noResource('x'),
	messages.noChanges(),
	messages.unknownChange('x'),
	messages.changedSinceTwice('x'),
	messages.noId(),
	messages.idTwice('x'),
	messages.tooMany(),
	messages.tooLarge(),
	messages.unproven(doubt),
	messages.mayMiss(doubt),
	messages.massRemoval(11, 20),
	messages.tooSlow(36),
	messages.missingFields(['a', 'b'], 3),
	messages.restlessField('avatar_url'),
	messages.nothingToShow(),
])('says what happened and what to do: %j', (problem) => {
	expectWorded(problem);
	expect(problem.message.length).toBeLessThan(210);
});

test('the numbers in the messages are the limits', () => {
	expect(messages.tooMany().message).toContain(MAX_RECORDS.toLocaleString('en'));
	expect(messages.tooLarge().message).toContain(`${MAX_STATE_BYTES / 1024 / 1024} MB`);
});

test.each([STILL_RUNNING, AGAIN])('%s', (text) => expectSaid(text));
