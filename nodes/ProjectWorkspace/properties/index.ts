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
import { recordLocator, taskProjects } from './record';

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
	recordLocator('user', { operation: ['get', 'remove'] }),
	recordLocator('workflow', { operation: ['get', 'trigger'] }),
	recordLocator('project', { operation: ['archive', 'get'] }),
	recordLocator('project', { operation: ['update'], findBy: ['id'] }),
	recordLocator('task', { operation: ['delete', 'get'] }),
	recordLocator('task', { operation: ['update'], findBy: ['id'] }),
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
