import { collectionFields, Settings } from './settings';
import type { ListSettings } from './types';

/**
 * Reads 'List Settings' of the credential.
 * @throws UserError if an expression in it returned something else
 */
export function readListSettings(collection: unknown): ListSettings {
	const fields = collectionFields(collection, 'settings');
	const settings = new Settings(fields);

	const style = settings.text('style', 'Pagination');
	const pageSizeParameter = settings.text('pageSizeParameter', 'Page Size Parameter');
	const pageSize = settings.atLeastOne('pageSize', 'Page Size', 100);

	return {
		style: style === 'auto' ? undefined : style,
		nextPath: settings.text('nextPath', 'Next Page Path'),
		parameter: settings.text('parameter', 'Page Parameter'),
		recordsPath: settings.text('recordsPath', 'Records Path'),
		pageSizeParameter,
		pageSize: pageSizeParameter === undefined ? undefined : Math.floor(pageSize),
		ignoreTotal: fields.ignoreTotal === true,
	};
}
