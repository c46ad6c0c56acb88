import { RetryBudget, retryBudgetFor } from '../../nodes/ProjectWorkspace/client/retryBudget';

/** How many retries the budget pays for at this time. */
function retries(budget: RetryBudget, now = 0, slow = false) {
	let count = 0;
	while (budget.take(slow, now) !== undefined) count++;
	return count;
}

test('pays for 100 retries, or for 50 slow ones', () => {
	expect(retries(new RetryBudget())).toBe(100);
	expect(retries(new RetryBudget(), 0, true)).toBe(50);
});

test('gets back what a retry cost that was answered, and a little for every other response', () => {
	const budget = new RetryBudget();
	retries(budget);
	for (let i = 0; i < 4; i++) budget.giveBack();
	expect(retries(budget)).toBe(0);
	budget.giveBack();
	expect(retries(budget)).toBe(1);
	budget.giveBack(10);
	expect(retries(budget)).toBe(2);
});

test('never holds more than at first', () => {
	const budget = new RetryBudget();
	for (let i = 0; i < 1000; i++) budget.giveBack(10);
	expect(retries(budget)).toBe(100);
});

test('is whole again when nobody has asked for a retry for a minute', () => {
	const budget = new RetryBudget();
	retries(budget, 0);
	expect(retries(budget, 59_999)).toBe(0);
	expect(retries(budget, 119_998)).toBe(0);
	expect(retries(budget, 179_998)).toBe(100);
});

test('is one for all who share key and address', () => {
	expect(retryBudgetFor('one')).not.toBe(retryBudgetFor('other'));
	const shared = retryBudgetFor('shared');
	shared.take(false, 0);
	retryBudgetFor('another');
	expect(retryBudgetFor('shared')).toBe(shared);
});
