import type { JsonObject } from '../json.ts';
import type { Kind } from '../service/endpoints.ts';
import type { KeyInput } from '../control/schema.ts';
import type { KeyStore } from './keys.ts';
import type { RecordStore } from './records.ts';

/** Keys that every new sandbox knows. They open nothing but a sandbox, so they need not be secret. */
export const seededKeys: Readonly<Record<'pro' | 'enterprise' | 'live' | 'noPlan', string>> = {
	pro: 'ac_test_sandbox_pro_made_up_0001',
	enterprise: 'ac_test_sandbox_enterprise_made_up_0002',
	live: 'ac_live_sandbox_made_up_0003',
	noPlan: 'ac_test_sandbox_no_plan_made_up_0004',
};

const keyEntries: ReadonlyArray<KeyInput & { key: string }> = [
	{ key: seededKeys.pro, name: 'Pro test key', plan: 'pro', kind: 'test' },
	{ key: seededKeys.enterprise, name: 'Enterprise test key', plan: 'enterprise', kind: 'test' },
	{ key: seededKeys.live, name: 'Pro live key', plan: 'pro', kind: 'live' },
	{ key: seededKeys.noPlan, name: 'Key without API access', plan: 'none', kind: 'test' },
];

export function seedKeys(keys: KeyStore): void {
	for (const entry of keyEntries) keys.create(entry);
}

const task = (id: string, title: string, project_id: string, status: string) =>
	['task', id, { title, project_id, status }] as const;

const records: ReadonlyArray<readonly [Kind, string, JsonObject]> = [
	['user', 'user_ada', { name: 'Ada Example', email: 'ada@example.com', role: 'admin' }],
	['user', 'user_ben', { name: 'Ben Sample', email: 'ben@example.com', role: 'member' }],
	['user', 'user_cleo', { name: 'Cléo Specimen', email: 'cleo@example.com', role: 'member' }],
	['project', 'project_site', { name: 'Example website', status: 'active' }],
	['project', 'project_move', { name: 'Sample office move', status: 'active' }],
	task('task_text', 'Write the welcome text', 'project_site', 'open'),
	task('task_icons', 'Draw the icons', 'project_site', 'in_progress'),
	task('task_boxes', 'Order moving boxes', 'project_move', 'open'),
	task('task_plan', 'Draw the floor plan', 'project_move', 'completed'),
	['workflow', 'workflow_report', { name: 'Weekly report', description: 'A made-up automation' }],
	['workflow', 'workflow_welcome', { name: 'Welcome a member', description: 'Made up as well' }],
];

export function seedRecords(store: RecordStore, now: number): void {
	const time = new Date(now).toISOString();
	for (const [kind, id, body] of records) {
		store.insert(kind, id, { id, ...body, created_at: time, updated_at: time });
	}
}
