import type { IDataObject } from 'n8n-workflow';

import type { serializeByKey } from '../client/clock';
import type { Client } from '../client/connect';
import type { ItemError } from '../itemError';
import type { KnownWays } from '../lists/nextPage/way';
import type { Options } from '../parameters/options';
import type { ParameterReader } from '../parameters/reader';
import type { FieldNotes } from '../parameters/request';
import type { missingFrom, OutputShape } from '../records/record';
import type { Problem, Result } from '../result';
import type { MatchList, MatchLists } from '../upsert/matchLists';

export interface ItemOutput extends Partial<FieldNotes> {
	records: IDataObject[];
	/** How a list was read, in sentences. */
	summary?: string;
	/** The list in which records were matched: a later item may read it once more. */
	matched?: Pick<MatchList, 'result'>;
	/** Fields that the service saved with another value. */
	normalizedFields?: string[];
	/** Selected fields that no record of the item has, and the fields that they have; undefined without records. */
	unselected?: ReturnType<typeof missingFrom>;
	/** The result for each record that was matched or previewed: `created`, `unchanged` … */
	results?: string[];
	preview?: boolean;
	/** Whether the service was asked to change something. */
	isWritten?: boolean;
	/** Set if it is not known whether the list is complete. */
	warning?: Problem;
	/** Values that filters could not compare. */
	filterProblems?: Problem[];
	/** For an agent: where the records are in their list, and whether there are more after them … */
	page?: { skipped: number; more: boolean | 'perhaps' };
	/** … what to say if there are none, and what else. */
	none?: string;
	notices?: string[];
}

export type ItemResult = Result<ItemOutput, ItemError>;

/** What an item runs with; all but the last three is shared by the items of a run. */
export interface ItemRun {
	client: Client;
	/** Opens lists in which records are matched. Records that a preview creates are only found by previews. */
	matchLists: Partial<Record<'real' | 'preview', MatchLists>>;
	/** The ways to the next page that lists of this run have found. */
	knownWays: KnownWays;
	/** Sends the writes to one record in the order of the items, so that the last one applies. */
	inOrder: ReturnType<typeof serializeByKey>;
	forAgent: boolean;
	parameters: ParameterReader;
	options: Options;
	output: OutputShape;
}
