import { z } from 'zod';
import { spoilers } from '../faults/kinds.ts';
import { amount, jsonObject, namesOf, oneOf } from '../input.ts';
import { orders } from '../random.ts';
import { deliveryStates } from '../store/deliveries.ts';
import { eventNames } from '../webhooks/eventNames.ts';

/** All but the kind, which is a name in the table that reads these. */
const fault = {
	/** How many of the next matching requests it hits; without it, all of them. */
	times: z.number().min(0).optional(),
	/** The chance that it hits a matching request, from 0 to 1. */
	probability: z.number().min(0).optional(),
	/** Seed of that chance. */
	seed: amount(1),
	/** Only requests with this method. */
	method: z.string().min(1).optional(),
	/** Only requests with this path as it comes over the wire; `*` stands for anything. */
	path: z.string().min(1).optional(),
	/** Before the operation (nothing happens) or after it (it happened, but the response is lost). */
	when: oneOf('before', 'after'),
	/** For latency. */
	ms: amount(0),
	/** For quota, serverError, html, errorBody and redirect. */
	status: z.number().min(0).optional(),
	/** For quota and serverError: the value of Retry-After. */
	retryAfter: z.union([z.number(), z.string()]).optional(),
	/** For redirect. */
	location: z.string().min(1).default('http://elsewhere.example.com/v1/users'),
};
export type FaultFields = z.output<z.ZodObject<typeof fault>>;

export const faultSchema = z.object({
	kind: z.enum(['latency', ...namesOf(spoilers)]),
	...fault,
});
export type FaultWish = z.input<typeof faultSchema>;

export const keySchema = z.object({
	name: z.string().trim().min(1).default('My key'),
	/** `none`: an account on a plan without API access. */
	plan: oneOf('pro', 'enterprise', 'none'),
	kind: oneOf('test', 'live'),
});
export type KeyWish = z.output<typeof keySchema>;

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
	/** The usual one or a new one if left out. */
	secret: z.string().min(1).optional(),
});
export type WebhookWish = z.input<typeof webhookSchema>;

export const eventSchema = z.object({
	event: z.enum(eventNames),
	data: jsonObject.default({ id: 'made_up_1', title: 'A made-up record' }),
});

export const burstSchema = z.object({
	/** Deliveries in all, duplicates counted. */
	count: z.number().min(0),
	/** Share of them that repeat another one, from 0 to 1. */
	duplicates: amount(0),
	event: oneOf(...eventNames),
	order: z.enum(orders).default('shuffled'),
	/** Seed of the shuffling. */
	seed: amount(1),
	/** Only to this webhook; otherwise to every one that wants the event. */
	webhookId: z.string().optional(),
});
export type Burst = z.output<typeof burstSchema>;

export const releaseSchema = z.object({
	order: z.enum(orders).default('inOrder'),
	seed: amount(1),
});

export const recordsSchema = z.object({ record: jsonObject.default({}), count: amount(1) });

export const deliveriesQuery = z.object({
	state: z.enum(deliveryStates).optional(),
	limit: z.coerce.number().min(0).default(1_000),
});

export const requestsQuery = z.object({
	since: z.coerce.number().default(0),
	method: z.string().optional(),
	path: z.string().optional(),
});
