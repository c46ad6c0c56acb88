import { reading, rowsOf, type Respond, type Wanted } from './listService';

/** Tasks of these projects, by their ID or as an object, in pages of two that are linked. */
const tasksOf =
	(projects: unknown[]): Respond =>
	({ query: { seite = '1' } }) => {
		const rows = rowsOf(projects.length).map((row, at) => {
			const project = projects[at];
			return typeof project === 'object' ? { ...row, project } : { ...row, project_id: project };
		});
		const end = Number(seite) * 2;
		return {
			body: {
				tasks: rows.slice(end - 2, end),
				total: rows.length,
				// Without the project, as some services link to the next page.
				next: end < rows.length ? `?seite=${Number(seite) + 1}` : null,
			},
		};
	};

const readProject = async (projects: unknown[], wanted: Wanted = {}) =>
	await reading(tasksOf(projects), { query: { project_id: 'p1' }, ...wanted });

test.each<[string, unknown[]]>([
	['its own', ['p1', 'p1']],
	['its own in another case', ['P1', 'p1']],
	['none', [undefined, null]],
	['itself as an object', [{ id: 'p1' }, 'p1']],
])('all records of a list of one project are kept if their project is %s', async (_, projects) => {
	expect(await readProject(projects)).toMatchObject({
		records: [{ id: 't1' }, { id: 't2' }],
		is: 'complete',
		warning: undefined,
	});
});

test('records of other projects are left out, counted, and the list is as complete as it is', async () => {
	const list = await readProject(['p1', 'p2', { id: 'p3' }, undefined, 'p1']);
	expect(list.ids).toEqual(['t1', 't4', 't5']);
	expect(list).toMatchObject({
		recordsRead: 5,
		is: 'complete',
		warning: '2 records of other projects were left out',
	});
});

test('it is an error only if no record has the project and some have another', async () => {
	const { error } = await readProject(['p2', undefined, 'p2']);
	expect(error).toMatchObject({
		message:
			'The service did not filter the list: it was requested with project_id p1, and has a record with project_id p2',
		code: 'unfiltered',
	});
	expect((await readProject(['p2', 'p2', 'p1'])).error).toBeUndefined();
});

test('it is not known whether a project in another form is the same', async () => {
	const { because, records } = await readProject([7, 'p1']);
	expect(because).toBe('otherForm');
	expect(records).toHaveLength(2);
});

test('a sample has the fields of other projects, too', async () => {
	expect((await readProject(['p2', 'p2'], { maxPages: 1 })).records).toHaveLength(2);
});
