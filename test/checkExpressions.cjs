/**
 * Reads a JSON list of regular expressions from stdin, and writes a list of pairs: the expression, and how the time grows
 * that it takes for a text ('linear', 'polynomial', 'exponential', or 'unknown').
 */
const { checkSync } = require('recheck/lib/browser.js');

/** First by automata, which is exact and quick for most; it does not know look-arounds and back-references. */
const WAYS = [{ checker: 'automaton', timeout: 5_000 }, { timeout: 60_000 }];

function check(expression) {
	const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(expression);
	let found;
	for (const way of WAYS) {
		found = checkSync(source, flags, way);
		if (found.status !== 'unknown') break;
	}
	if (found.status === 'safe') return 'linear';
	return found.status === 'unknown' ? 'unknown' : found.complexity.type;
}

process.stdin.setEncoding('utf8');
let text = '';
process.stdin.on('data', (part) => (text += part));
process.stdin.on('end', () => {
	const found = JSON.parse(text).map((expression) => [expression, check(expression)]);
	process.stdout.write(JSON.stringify(found));
});
