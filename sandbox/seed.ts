import type { Resource } from './api.ts';
import type { JsonObject } from './json.ts';
import type { ApiKey } from './store.ts';

/** Keys that every sandbox knows. They open nothing but a sandbox, so they need not be secret. */
export const sandboxKeys = {
	pro: 'ac_test_sandbox_pro_made_up_0001',
	enterprise: 'ac_test_sandbox_enterprise_made_up_0002',
	live: 'ac_live_sandbox_made_up_0003',
	noPlan: 'ac_test_sandbox_no_plan_made_up_0004',
};

export const seededKeys: ReadonlyArray<ApiKey & { key: string }> = [
	{ key: sandboxKeys.pro, name: 'Pro, sandbox', plan: 'pro' },
	{ key: sandboxKeys.enterprise, name: 'Enterprise, sandbox', plan: 'enterprise' },
	{ key: sandboxKeys.live, name: 'Pro, production', plan: 'pro' },
	{ key: sandboxKeys.noPlan, name: 'Without API access', plan: 'none' },
];

export const seededRecords: ReadonlyArray<readonly [Resource, JsonObject]> = [
	['user', { id: 'user_ada', name: 'Ada Example', email: 'ada@example.com', role: 'admin' }],
	['user', { id: 'user_ben', name: 'Ben Sample', email: 'ben@example.com', role: 'member' }],
	['user', { id: 'user_cleo', name: 'Cléo Specimen', email: 'cleo@example.com', role: 'member' }],
	['project', { id: 'project_site', name: 'Example website', status: 'active' }],
	['project', { id: 'project_move', name: 'Sample office move', status: 'active' }],
	['task', task('task_text', 'Write the welcome text', 'project_site', 'open')],
	['task', task('task_icons', 'Draw the icons', 'project_site', 'in_progress')],
	['task', task('task_boxes', 'Order moving boxes', 'project_move', 'open')],
	['task', task('task_plan', 'Draw the floor plan', 'project_move', 'completed')],
	['workflow', { id: 'workflow_report', name: 'Weekly report' }],
	['workflow', { id: 'workflow_welcome', name: 'Welcome a member' }],
];

function task(id: string, title: string, project_id: string, status: string): JsonObject {
	return { id, title, project_id, status };
}
