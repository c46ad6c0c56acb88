import { turns } from '../transport/concurrency';

/** To ask after each record or item would take as long as to add or to plan it. */
const BETWEEN_TURNS = 50;

/**
 * Goes through thousands of records or items without holding up n8n.
 * @param mayGoOn resolves at once, or in the next turn of the event loop if this one has taken long
 */
export async function* inTurns<Value>(
	values: Iterable<Value>,
	mayGoOn = turns(),
): AsyncGenerator<Value> {
	let count = 0;
	for (const value of values) {
		if (count % BETWEEN_TURNS === 0) await mayGoOn();
		count++;
		yield value;
	}
}
