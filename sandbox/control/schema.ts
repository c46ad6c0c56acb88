import { z } from 'zod';
import { faultResponses } from '../faults/kinds.ts';
import { amount, jsonObject, namesOf, oneOf } from '../input.ts';
import { deliveryStates } from '../store/deliveries.ts';
import { eventNames } from '../webhooks/eventNames.ts';

/** All fields but the kind, whose names come from the table of kinds. */
const fault = {
	/** The number of matching requests that it affects; by default all of them. */
	times: z.number().min(0).optional(),
	/** Only requests with this method. */
	method: z.string().min(1).optional(),
	/** Only requests with this path, not decoded; `*` matches anything. */
	path: z.string().min(1).optional(),
	/** Before the operation, which does not happen then, or after it, so that only the response is lost. */
	when: oneOf('before', 'after'),
	/** For latency. */
	ms: amount(0),
	/** For quota, serverError and errorBody. */
	status: z.number().min(0).optional(),
	/** For quota and serverError: the value of Retry-After. */
	retryAfter: z.union([z.number(), z.string()]).optional(),
};
export type FaultFields = z.output<z.ZodObject<typeof fault>>;

export const faultSchema = z.object({
	kind: z.enum(['latency', ...namesOf(faultResponses)]),
	...fault,
});
export type FaultInput = z.input<typeof faultSchema>;

export const keySchema = z.object({
	name: z.string().trim().min(1).default('My key'),
	/** `none`: an account on a plan without API access. */
	plan: oneOf('pro', 'enterprise', 'none'),
	kind: oneOf('test', 'live'),
});
export type KeyInput = z.output<typeof keySchema>;

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

export const webhookSchema = z.object({
	url: z
		.string()
		.trim()
		.refine(isWebAddress, 'must be a full http:// or https:// URL')
		.transform((url) => new URL(url).href),
	events: z
		.union([z.array(z.enum(eventNames)), z.literal('all')], {
			errorMap: () => ({ message: `must be "all" or a list of ${eventNames.join(', ')}` }),
		})
		.default('all'),
	/** By default that of the command line, or a new one. */
	secret: z.string().min(1).optional(),
});
export type WebhookInput = z.input<typeof webhookSchema>;

export const eventSchema = z.object({
	event: z.enum(eventNames),
	data: jsonObject.default({ id: 'made_up_1', title: 'A made-up record' }),
});

export const recordsSchema = z.object({ record: jsonObject.default({}), count: amount(1) });

export const deliveriesQuery = z.object({ state: z.enum(deliveryStates).optional() });
