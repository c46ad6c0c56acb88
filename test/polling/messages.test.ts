import { doubtOf } from '../../nodes/ProjectWorkspace/old/lists/messages';
import { AGAIN, pollMessages, STILL_RUNNING } from '../../nodes/ProjectWorkspace/old/polling/messages';
import { MAX_STATE_BYTES } from '../../nodes/ProjectWorkspace/old/polling/state';
import { MAX_WATCHED } from '../../nodes/ProjectWorkspace/old/polling/watched';
import { expectSaid, expectWorded } from '../wording/rules';

const doubt = doubtOf({ because: 'nothingFound' }, 100);

test.each([
	pollMessages.noResource('x'),
	pollMessages.noChanges(),
	pollMessages.unknownChange('x'),
	pollMessages.changedSinceTwice('x'),
	pollMessages.noId(),
	pollMessages.idTwice('x'),
	pollMessages.tooMany(),
	pollMessages.tooLarge(),
	pollMessages.unproven(doubt),
	pollMessages.mayMiss(doubt),
	pollMessages.massRemoval(11, 20),
	pollMessages.tooSlow(36),
	pollMessages.missingFields(['a', 'b'], 3),
	pollMessages.restlessField('avatar_url'),
	pollMessages.nothingToShow(),
])('says what happened and what to do: %j', (problem) => {
	expectWorded(problem);
	expect(problem.message.length).toBeLessThan(210);
});

test('the numbers in the messages are the limits', () => {
	expect(pollMessages.tooMany().message).toContain(MAX_WATCHED.toLocaleString('en'));
	expect(pollMessages.tooLarge().message).toContain(`${MAX_STATE_BYTES / 1024 / 1024} MB`);
});

test.each([STILL_RUNNING, AGAIN])('%s', (text) => expectSaid(text));
