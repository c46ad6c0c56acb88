import {
	search,
	type Scheme,
	type SearchSpace,
} from '../../nodes/ProjectWorkspace/signature/search';
import { keysOf } from '../../nodes/ProjectWorkspace/signature/encodings';
import { BODY, SECRET } from './delivery';
import { digests as d } from './knownAnswers';

const space: SearchSpace = {
	candidates: [
		{ bytes: Buffer.from(d.dot, 'hex'), algorithm: 'sha256', encoding: 'hex', prefix: '' },
		{ bytes: Buffer.from(d.dotSha512, 'hex'), algorithm: 'sha512', encoding: 'hex', prefix: '' },
	],
	templates: ['{body}', '{timestamp}.{body}'],
	timestamps: ['1792567680'],
	ids: [],
};
const scheme: Scheme = {
	algorithm: 'sha512',
	template: '{timestamp}.{body}',
	key: 'text',
};

const find = (known?: Scheme) =>
	search(Buffer.from(BODY), space, keysOf([SECRET, 'ab'.repeat(16)]), { hmacs: 1 }, known);

test('the scheme of the delivery before is tried first', () => {
	expect(find(scheme)).toMatchObject({ scheme });
});

test.each<Partial<Scheme>>([{ algorithm: 'sha384' }, { template: '{body}' }, { key: 'hex' }])(
	'another scheme is not: %p',
	(change) => {
		expect(find({ ...scheme, ...change })).toBeUndefined();
	},
);
