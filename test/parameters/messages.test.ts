import { messages } from '../../nodes/ProjectWorkspace/parameters/messages';
import { expectWorded } from '../wording/rules';

test.each([
	messages.idEmpty('Task'),
	messages.idNoText('Task'),
	messages.idRounded('Task'),
	messages.idDots('Task', '..'),
	messages.idCharacter('Task'),
	messages.idTwice('Project', 'project_id'),
	messages.queryNoName(),
	messages.queryTwice('status'),
	messages.bodyNotJson('its end is missing'),
	messages.bodyNoObject('a list'),
	messages.mappedField('points', 'a number'),
	messages.namedField('points', 'a number'),
	messages.fieldNoName(),
	messages.fieldTwice('title'),
	messages.option('Timeout', 'a whole number of at least 1'),
	messages.limit('a whole number of at least 1'),
	messages.outputFields(),
	messages.filterCondition('sounds'),
	messages.filterNoField(),
	messages.filterNoValue('title'),
	messages.filterNoText('title'),
	messages.filterNoOrder('title', 'many'),
])('$message', (problem) => {
	expectWorded(problem);
});
