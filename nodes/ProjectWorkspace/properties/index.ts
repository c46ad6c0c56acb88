import type { INodeProperties } from 'n8n-workflow';

import { additionalFields, bodyProperties, mappedFields } from './body';
import {
	combineFilters,
	fieldOfRecords,
	filters,
	limit,
	returnAll,
	simplify,
	sort,
	toolOutput,
} from './list';
import { findBy, ifMatch, noMatch } from './match';
import {
	projectOperations,
	resource,
	taskOperations,
	userOperations,
	workflowOperations,
} from './operations';
import { actionOptions } from './options';
import { projectLocator, taskLocator, taskProjects, userLocator, workflowLocator } from './record';

const MATCHED = { operation: ['update'], findBy: ['match'] };
const UPSERTED = { operation: ['upsert'] };

/** What the editor shows of the action node, in its order. */
export const actionProperties: INodeProperties[] = [
	resource,
	projectOperations,
	taskOperations,
	userOperations,
	workflowOperations,

	findBy,
	userLocator,
	workflowLocator,
	projectLocator({ resource: ['project'], operation: ['archive', 'get'] }),
	projectLocator({ resource: ['project'], operation: ['update'], findBy: ['id'] }),
	taskLocator({ resource: ['task'], operation: ['delete', 'get'] }),
	taskLocator({ resource: ['task'], operation: ['update'], findBy: ['id'] }),
	...taskProjects,

	returnAll,
	limit,
	filters("Only return records that match. 'Limit' counts matching records only.", fieldOfRecords, {
		show: { operation: ['getAll'] },
	}),
	combineFilters({ operation: ['getAll'] }),

	...bodyProperties({ operation: ['create', 'invite', 'trigger'] }),
	...bodyProperties({ operation: ['update'], findBy: ['id'] }),
	noMatch,
	ifMatch,
	mappedFields('update', MATCHED),
	mappedFields('upsert', UPSERTED),
	additionalFields(MATCHED),
	additionalFields(UPSERTED),

	simplify,
	...toolOutput,
	actionOptions,
	sort,
];

/** "create: task", below the node's name on the canvas, as in n8n's own nodes. */
export const actionSubtitle = '={{ $parameter["operation"] + ": " + $parameter["resource"] }}';
