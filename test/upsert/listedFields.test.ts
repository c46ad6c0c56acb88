import { ListedFields } from '../../nodes/ProjectWorkspace/upsert/listedFields';
import { matchRequestOf } from './matchRequestOf';

test('what is false counts as left out until a record shows it, or the service has not saved it', () => {
	const fields = new ListedFields();
	const request = matchRequestOf({ done: false }, []);
	const isSaved = () => fields.has({}, 'done', request);

	expect(isSaved()).toBe(false);
	fields.add({ done: true });
	expect(isSaved()).toBe(true);
	fields.add({ done: false });
	expect(isSaved()).toBe(false);
	fields.noteUnsaved('done', request);
	expect(isSaved()).toBe(true);
});
