import fc from 'fast-check';

import { redact } from '../../nodes/ProjectWorkspace/client/redact';

test('hides the key wherever it stands, and leaves the rest as it is', () => {
	fc.assert(
		fc.property(fc.array(fc.string(), { minLength: 2 }), (parts) => {
			const key = 'ac_test_made_up';
			fc.pre(!parts.join('').includes(key));
			expect(redact(parts.join(key), key)).toBe(parts.join('[API key hidden]'));
		}),
	);
});

test('does not take a word of a few letters for a key', () => {
	expect(redact('a cat', 'a')).toBe('a cat');
});
