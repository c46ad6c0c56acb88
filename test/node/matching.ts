import type { ResourceMapperValue } from 'n8n-workflow';

/** What a person maps, with the fields that the record is found by. */
export const mapped = (
	value: Record<string, string>,
	matchingColumns = ['key'],
	mappingMode = 'defineBelow',
): ResourceMapperValue => ({
	mappingMode,
	matchingColumns,
	value,
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});
