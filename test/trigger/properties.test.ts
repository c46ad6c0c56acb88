import { readOptions } from '../../nodes/ProjectWorkspace/trigger/properties';

const TOGGLES = ['includeDetails', 'outputPerEvent', 'otherEvents'] as const;

test.each([
	[undefined, false],
	[false, false],
	['false', false],
	['', false],
	[null, false],
	[true, true],
	['true', true],
	[' True ', true],
])('a toggle with the value %j of an expression is %p', (value, isOn) => {
	for (const name of TOGGLES) expect(readOptions({ [name]: value })[name]).toBe(isOn);
});

test('names of fields and headers are trimmed', () => {
	const options = readOptions({
		deliveryIdHeader: ' X-Id ',
		duplicateField: 'id ',
		eventField: ' e',
	});
	expect(options).toMatchObject({
		deliveryIdHeader: 'X-Id',
		duplicateField: 'id',
		eventField: 'e',
	});
});
