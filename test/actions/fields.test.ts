import type {
	IDataObject,
	INodeParameters,
	ResourceMapperField,
	ResourceMapperValue,
} from 'n8n-workflow';

import { byId, serviceThat } from '../node/service';
import { automatic } from '../node/taskService';
import type { NodeRun } from '../node/runNode';
import { json } from '../servers/scriptedServer';

const NOTHING = '={{ $json.missing }}';

/** What a person maps one by one. */
const mapped = (value: IDataObject, schema: ResourceMapperField[] = []): ResourceMapperValue => ({
	mappingMode: 'defineBelow',
	matchingColumns: [],
	value: value as ResourceMapperValue['value'], // what a person enters
	schema,
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});
const column = (id: string, type: ResourceMapperField['type']): ResourceMapperField => ({
	id,
	displayName: id,
	type,
	required: false,
	defaultMatch: false,
	display: true,
});

/** Creates a task of each item, by a service that responds with what it got. */
async function create(parameters: INodeParameters, more: Partial<NodeRun> = {}) {
	const { run, seen } = await serviceThat(({ body }) => json({ id: 9, ...JSON.parse(body) }));
	const answer = await run({ resource: 'task', operation: 'create', ...parameters }, more);
	return { ...answer, bodies: seen.map(({ body }) => body) };
}

describe('mapped automatically', () => {
	const items = [{ id: 7, title: 'A', note: null, created_at: '2026-01-01', _result: 'updated' }];

	test('the fields of the input are sent, and hints name those that are not', async () => {
		const { bodies, texts } = await create({ fields: automatic([]) }, { items });
		expect(bodies).toEqual(['{"title":"A"}']);
		expect(texts).toEqual([
			expect.stringMatching(/service sets these fields itself: created_at, id\. /),
			expect.stringMatching(/^Not sent, because they were empty: note\. /),
		]);
	});

	test('a column of a sheet is the field that it means, or a warning names both', async () => {
		const schema = [column('title', 'string')];
		const fields = { ...mapped({}, schema), mappingMode: 'autoMapInputData', value: null };
		const answerTo = async (row: IDataObject) => await create({ fields }, { items: [row] });

		expect((await answerTo({ '\ufeffTitle ': 'A' })).bodies).toEqual(['{"title":"A"}']);
		const { bodies, texts } = await answerTo({ title: 'A', Title: 'B' });
		expect(bodies).toEqual(['{"title":"A","Title":"B"}']);
		expect(texts).toEqual([expect.stringMatching(/"Title".*"title"/)]);
	});
});

describe('mapped one by one', () => {
	test.each([
		['America/New_York', '-05:00'],
		['Asia/Kolkata', '+05:30'],
		['UTC', 'Z'],
	])('a date of the picker is meant in the time zone %s', async (timezone, offset) => {
		const fields = mapped({ due: '2026-12-05T10:30:00' }, [column('due', 'dateTime')]);
		const { bodies } = await create({ fields }, { timezone });
		expect(bodies[0]).toMatch(/^\{"due":"2026-12-05T10:30:00(\.000)?[^"]+"\}$/);
		expect(bodies[0]).toContain(`${offset}"`);
	});

	test('a field may have a name that every object has', async () => {
		const names = ['__proto__', 'constructor', 'toString', 'then'];
		const field = names.map((name) => ({ name, type: 'string', value: 'x' }));
		const { bodies, json: items } = await create({
			fields: mapped({}),
			additionalFields: { field },
		});
		expect(bodies).toEqual(['{"__proto__":"x","constructor":"x","toString":"x","then":"x"}']);
		expect(JSON.stringify(items)).toContain('"toString":"x"');
	});
});

describe('an expression that returns nothing is no choice', () => {
	const filters = { filter: [{ field: 'a', condition: 'equals', value: NOTHING }] };
	const list = { operation: 'getAll' };
	test.each<[INodeParameters, string]>([
		[{ ...list, projectId: byId(NOTHING) }, "'Project'"],
		[{ ...list, filters }, "'Filters"],
	])('%j', async (parameters, label) => {
		const { error, bodies } = await create(parameters, { items: [{ key: 'A' }] });
		expect(error?.message).toContain(`The expression in ${label}`);
		expect(error?.message).toMatch(/ returned nothing$/);
		expect(bodies).toEqual([]);
	});

	test('but an agent leaves empty what it does not need', async () => {
		const { run, seen } = await serviceThat(() => json({ data: [{ id: 1 }], has_more: false }));
		await run({ resource: 'task', ...list, projectId: byId(NOTHING) }, { asTool: true });
		expect(seen.map(({ url }) => url)).toEqual(['/v1/tasks']);
	});
});

test('a hint names what an expression in the JSON body sends as null', async () => {
	const items = [{ title: 'A', due: null }];
	const { bodies, texts } = await create({ bodyMode: 'json', jsonBody: '={{ $json }}' }, { items });
	expect(bodies).toEqual(['{"title":"A","due":null}']);
	expect(texts).toEqual([
		expect.stringMatching(/^Sent as null, which may clear these fields: due\./),
	]);
});
