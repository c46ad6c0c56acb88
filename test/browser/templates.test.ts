import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { place } from '../e2e/place';
import { closeBrowser, inBrowser } from './browser';
import { open } from './editor';

const FOLDER = join(place.root, 'templates');

afterAll(closeBrowser);

for (const file of readdirSync(FOLDER)) {
	const { nodes } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { nodes: INode[] };
	const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
	/** n8n selects the only existing credential; there is none for a chat model. */
	const incomplete = nodes.filter(({ type }) => type.includes('.lmChat'));

	inBrowser(`${file} can be imported, and the editor shows no issues`, async (page) => {
		await open(page, '/workflow/new');
		await page.getByTestId('workflow-import-input').setInputFiles(join(FOLDER, file));
		await page
			.getByTestId('sticky')
			.nth(nodes.filter(isNote).length - 1)
			.waitFor();
		const names = await page
			.getByTestId('canvas-node')
			.evaluateAll((shown) => shown.map((node) => node.getAttribute('data-node-name')));
		expect(names).toEqual(nodes.filter((node) => !isNote(node)).map(({ name }) => name));
		expect(await page.getByTestId('node-not-installed').count()).toBe(0);
		expect(await page.getByTestId('node-issues').count()).toBe(incomplete.length);
	});
}
