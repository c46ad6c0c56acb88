import { major } from './majors';
import { n8n, type Rest } from './n8n';

type Row = Record<string, unknown>;

/** Creates a data table as the notes of the templates describe it. */
export async function makeDataTable(name: string, columns: string[], rest: Rest = n8n.rest) {
	const { id } = (await rest('POST', await tablesPath(rest), {
		name,
		columns: columns.map((column) => ({ name: column, type: 'string' })),
	})) as { id: string };
	return id;
}

/** The same, or undefined for an n8n whose workflows create it. */
export const tableFor = async (name: string, columns: string[], rest?: Rest) =>
	major.makesTables ? undefined : await makeDataTable(name, columns, rest);

/** All rows of a data table, the oldest first. */
export async function dataTableRows(name: string, rest: Rest = n8n.rest): Promise<Row[]> {
	const path = await tablesPath(rest);
	const { data: tables } = (await rest('GET', path)) as {
		data: Array<{ id: string; name: string }>;
	};
	const table = tables.find((each) => each.name === name);
	const { data } = (await rest('GET', `${path}/${table?.id}/rows?take=100`)) as { data: Row[] };
	return data.toSorted((a, b) => Number(a.id) - Number(b.id));
}

export async function tablesPath(rest: Rest = n8n.rest): Promise<string> {
	const { id } = (await rest('GET', '/projects/personal')) as { id: string };
	return `/projects/${id}/data-tables`;
}
