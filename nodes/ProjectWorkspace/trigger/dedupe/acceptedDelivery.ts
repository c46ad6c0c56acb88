import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../records/json';
import type { DeliveryKey } from './deliveryKey';

/** What `webhook()` hands to `execute()`, which may run in another process and later. */
export interface AcceptedDelivery {
	/** What the workflow gets. */
	data: IDataObject;
	/** Which output it leaves by, of how many. */
	output: number;
	outputs: number;
	/** Left out where repetitions are let through. */
	identity?: Pick<DeliveryKey, 'key' | 'countsForMs'>;
	/** Milliseconds since 1970. */
	receivedAt: number;
}

const FIELD = 'projectWorkspaceDelivery';

export const pack = (delivery: AcceptedDelivery): INodeExecutionData[][] => [
	[{ json: { [FIELD]: { ...delivery } } }],
];

/** Undefined for an item that no delivery has brought: a person runs the workflow by hand. */
export function unpack(items: readonly INodeExecutionData[]): AcceptedDelivery | undefined {
	const packed = items[0]?.json[FIELD];
	// Written by `pack` above, and only by that.
	return isObject(packed) ? (packed as unknown as AcceptedDelivery) : undefined;
}
