import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '../nodes/ProjectWorkspace');

/** The rooms, from the ground up, as on the page in CONTRIBUTING: each imports only from those before it. */
const ROOMS = [
	'resources',
	'errors',
	'texts',
	'records',
	'transport',
	'pagination',
	'parameters',
	'upsert',
	'actions',
	'webhook',
	'polling',
	'properties',
	'methods',
	'node',
];

/** Beside the node files, only these may touch n8n's contexts or import more than types from n8n-workflow. */
const TOUCH_N8N: readonly string[] = [
	'actions/errors.ts',
	'actions/execute.ts',
	'methods/fields.ts',
	'methods/listSearch.ts',
	'methods/readForEditor.ts',
	'parameters/reader.ts',
	'polling/poll.ts',
	'transport/pace.ts',
	'transport/request.ts',
	'webhook/duplicates.ts',
	'webhook/execute.ts',
	'webhook/readDelivery.ts',
	'webhook/receive.ts',
	'webhook/recentCredential.ts',
	'webhook/responses.ts',
	'webhook/setUp.ts',
	'webhook/triggerSettings.ts',
];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
	name.endsWith('.ts'),
);

const roomOf = (file: string): string => {
	const [room = ''] = file.split('/');
	return room.endsWith('.node.ts') ? 'node' : room.replace(/\.ts$/, '');
};

const importsOf = (file: string): string[] => {
	const text = readFileSync(join(root, file), 'utf8');
	return [...text.matchAll(/\bfrom '(\.[^']*)'/g)].map(([, path = '']) =>
		relative(root, join(root, dirname(file), path)),
	);
};

test('each room is on the page in CONTRIBUTING', () => {
	const contributing = readFileSync(join(__dirname, '../CONTRIBUTING.md'), 'utf8');
	const named = [...contributing.matchAll(/^\| `([a-z]+)(?:\/|\.ts)`/gm)].map(([, name]) => name);
	expect(named.toReversed()).toEqual(ROOMS.slice(0, -1));
	expect([...new Set(files.map(roomOf))].sort()).toEqual([...ROOMS].sort());
});

test('imports only point down', () => {
	const upward = files.flatMap((file) =>
		importsOf(file)
			.filter((target) => ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(file)))
			.map((target) => `${file} imports ${target}`),
	);
	expect(upward).toEqual([]);
});

test('only a few files touch n8n', () => {
	const touching = files.filter((file) => {
		const text = readFileSync(join(root, file), 'utf8');
		const importsValues = /^import \{[^}]*\} from 'n8n-workflow'/m.test(text);
		return importsValues || /\bI(Execute|LoadOptions|Poll|Webhook|Hook)Functions\b/.test(text);
	});
	const allowed = files.filter((file) => file.endsWith('.node.ts')).concat(TOUCH_N8N);
	expect(touching.sort()).toEqual([...allowed].sort());
});
