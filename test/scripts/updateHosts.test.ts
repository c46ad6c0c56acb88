import { page } from '../docs/page';
import { load } from './load';

const { PAGES, missing, newest } =
	load<typeof import('../../scripts/hosts/update.mjs')>('hosts/update');

const pinned = ['n8n-1', 'n8n-2'].map((folder) => {
	const { dependencies } = JSON.parse(page(`hosts/${folder}/package.json`).text) as {
		dependencies: { n8n: string };
	};
	return dependencies.n8n;
});

it.each(PAGES)('%s names the releases in hosts/, and no others', (path) => {
	const named = page(path).text.match(/\b[12]\.\d{2,3}\.\d+\b/g) ?? [];
	expect([...new Set(named)].sort()).toEqual(pinned);
});

it.each([
	// Later versions are tried out by then.
	['2', '2.41.3'],
	['1', '1.123.81'],
	['3', undefined],
])('the newest n8n %s is %s', (major, version) => {
	const versions = ['1.9.0', '1.123.81', '1.124.0-rc.1', '2.41.3', '2.42.0'];
	expect(newest(major, { versions, 'dist-tags.latest': '2.41.3' })).toBe(version);
});

it.each([
	[
		'npm error code ETARGET\nnpm error notarget No matching version found for @n8n/agents@0.26.2.\nnpm error notarget In most cases',
		'@n8n/agents@0.26.2',
	],
	[
		"npm error code E404\nnpm error 404 Not Found - GET https://registry.example.com/@n8n%2fnew - not found\nnpm error 404  '@n8n/new@1.0.0' is not in this registry.",
		'@n8n/new@1.0.0',
	],
	['npm error code ECONNRESET', undefined],
])('npm says what is missing: %j', (output, lacking) => {
	expect(missing(output)).toBe(lacking);
});
