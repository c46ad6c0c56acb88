import { JSON_BOUNDS, LONGEST_FIELD } from '../records/json';
import { quoted } from '../records/value';
import type { Problem } from '../result';

/** `a, b and c`. */
const inWords = (names: readonly string[]) =>
	`${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const parameterMessages = {
	idEmpty: (label: string): Problem => ({
		message: `'${label}' is empty`,
		description: `Select one from the list, or enter its ID in '${label}'.`,
	}),
	/** It would mean all projects or none, or other fields to match on. */
	nothing: (label: string): Problem => ({
		message: `The expression in '${label}' returned nothing`,
		description: `Check the expression and its input. If nothing is meant, leave '${label}' empty.`,
	}),
	idNoText: (label: string): Problem => ({
		message: `'${label}' must be valid text or an exact number`,
		description: `The expression in '${label}' must return the ID as text with all its digits, or as a number.`,
	}),
	idDots: (label: string, id: string): Problem => ({
		message: `'${label}' cannot be "${id}"`,
		description: `Enter the record's ID in '${label}'.`,
	}),
	idTwice: (label: string, sendAs: string): Problem => ({
		message: `'${label}' and the body set different values for '${sendAs}'`,
		description: `Clear '${label}', or remove '${sendAs}' from the body.`,
	}),

	rowNoName: (kind: string, where: string): Problem => ({
		message: `A ${kind} under '${where}' has no name`,
		description: "Fill in its 'Name', or remove the row.",
	}),
	queryCharacter: (name: string): Problem => ({
		message: `The query parameter '${name.toWellFormed()}' contains a character, a number or a date that cannot be sent`,
		description: "Copy its 'Name' and 'Value' again, and provide a large number as text.",
	}),
	/** JavaScript would lose it on the way. */
	queryName: (name: string): Problem => ({
		message: `The query parameter '${name}' cannot be sent, because JavaScript uses this name itself`,
		description: "Remove it from 'Query Parameters' under 'Options'.",
	}),
	queryNothing: (name: string): Problem => ({
		message: `The expression for the query parameter '${name}' returned nothing`,
		description:
			"Check the expression and its input. To leave it out, remove it from 'Query Parameters' under 'Options'.",
	}),
	queryTwice: (name: string): Problem => ({
		message: `The query parameter '${name}' is set twice`,
		description:
			"Remove one of the two under 'Query Parameters', or clear the other parameter of this node that sends it, such as 'Project'.",
	}),

	nothingToWrite: (): Problem => ({
		message: 'There is nothing to write, because no field has a value',
		description:
			"Provide a value under 'Fields to Send' or 'Additional Fields'. To clear fields, turn on 'Send Empty Values' under 'Options'. To send no fields, set 'Specify Body' to 'JSON' and enter {}.",
	}),
	bodyEmpty: (): Problem => ({
		message: "'JSON Body' is empty",
		description: "Enter a JSON object in 'JSON Body', or {} to send no fields.",
	}),
	choice: (label: string, given: unknown, choices: readonly string[]): Problem => ({
		message: `'${label}' cannot be ${quoted(given)}`,
		description: `Choose '${label}' from its list. Its values are ${inWords(choices)}.`,
	}),
	names: (label: string): Problem => ({
		message: `'${label}' must be names, e.g. title, due_date`,
		description: `Provide the names in '${label}' as text with commas or as a list.`,
	}),
	/** It is too long to be shown. */
	fieldTooLong: (label: string): Problem => ({
		message: `A field name in '${label}' is too long`,
		description: `Check the expression in '${label}'. A field name has at most ${LONGEST_FIELD.toLocaleString('en')} characters, and a path at most ${JSON_BOUNDS.levels} names with dots between them.`,
	}),
	mapper: (wanted: string): Problem => ({
		message: `'Fields' must be ${wanted}`,
		description:
			'Map the fields in the editor, or provide a JSON object such as { "title": "Website" } in \'Fields\'.',
	}),
	mapperMode: (mode: unknown): Problem => ({
		message: `'Fields' has no mode ${quoted(mode)}`,
		description:
			"Choose the mode of 'Fields' from its list. In JSON, 'mappingMode' is defineBelow or autoMapInputData.",
	}),
	additionalType: (name: string, type: unknown): Problem => ({
		message: `The field '${name}' has no type ${quoted(type)}`,
		description: "Choose its 'Type' under 'Additional Fields' from its list.",
	}),
	bodyNotJson: (reason: string): Problem => ({
		message: `'JSON Body' is not valid JSON: ${reason}`,
		description: `Check the commas, quotes and brackets in 'JSON Body', e.g. { "name": "Website" }.`,
	}),
	bodyNotObject: (given: string): Problem => ({
		message: `'JSON Body' must be an object, but it is ${given}`,
		description: `Put 'JSON Body' in curly braces, e.g. { "name": "Website" }.`,
	}),
	bodyRounded: (): Problem => ({
		message: "'JSON Body' contains a rounded number or a date that does not exist",
		description: 'Provide the number as text with all its digits, or correct the date.',
	}),
	/** @param wanted what its value must be */
	mappedField: (name: string, wanted: string): Problem => ({
		message: `The field '${name}' must be ${wanted}`,
		description:
			"Change its value under 'Fields to Send' or in the input. To send another type, remove it there and add it under 'Additional Fields'.",
	}),
	additionalField: (name: string, wanted: string): Problem => ({
		message: `The field '${name}' must be ${wanted}`,
		description: "Change its 'Value' or its 'Type' under 'Additional Fields'.",
	}),
	fieldTwice: (name: string): Problem => ({
		message: `The field '${name}' is set twice`,
		description:
			"Remove one of the two under 'Fields to Send' or 'Additional Fields', or add the input field to 'Ignore Fields From Input' under 'Options'.",
	}),

	limit: (label: string, wanted: string): Problem => ({
		message: `'${label}' must be ${wanted}`,
		description: "Correct the value or the expression. To get all records, turn on 'Return All'.",
	}),
	outputFields: (): Problem => ({
		message: 'No output fields are selected',
		description: "Choose at least one below 'Output', or set 'Output' to 'Raw' or 'Simplified'.",
	}),

	filterCondition: (condition: unknown): Problem => ({
		message: `'Filters' has no condition ${quoted(condition)}`,
		description: "Choose 'Condition' under 'Filters' from its list.",
	}),
	rowNoField: (kind: 'filter' | 'row', where: 'Filters' | 'Sort'): Problem => ({
		message: `A ${kind} under '${where}' has no field`,
		description: `Choose 'Field Name or ID', or remove the ${kind}.`,
	}),
	filterNoValue: (field: string): Problem => ({
		message: `The filter on '${field}' has no value`,
		description: "Fill in 'Value', choose the condition 'Is Empty', or remove the filter.",
	}),
	filterNoText: (field: string): Problem => ({
		message: `The filter on '${field}' has a value that cannot be compared, such as a list`,
		description:
			"Change the expression in 'Value' under 'Filters' so that it returns text, a date or an exact number.",
	}),
	/** @param example the value of a record */
	filterIncomparable: (field: string, value: string, example: string): Problem => ({
		message: `The filter on '${field}' cannot compare ${quoted(example)} with ${quoted(value)}`,
		description:
			"Records with such a value only match 'Does Not Equal'. Change 'Value' or 'Condition' under 'Filters', so that it fits the values that the records have.",
	}),
	filterNotComparable: (field: string, value: string): Problem => ({
		message: `The filter on '${field}' needs a number or a date, but its value is "${value}"`,
		description:
			"Enter a number or a date in 'Value' under 'Filters', e.g. 10, 2026-12-31 or 2026-12-31T12:00:00Z.",
	}),
} as const;
