const { default: Sequencer } = require('@jest/test-sequencer');

/** These mostly wait: started last, they would run alone. */
const WAITING = /test\/node\/(outage|transport)\.test\.ts$/;

module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const isWaiting = ({ path }) => WAITING.test(path);
		return [...sorted.filter(isWaiting), ...sorted.filter((test) => !isWaiting(test))];
	}
};
