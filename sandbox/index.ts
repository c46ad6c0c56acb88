export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { InputError } from './input.ts';
export { routes } from './service/endpoints.ts';
export { startSandbox } from './start.ts';
export type { Sandbox, SandboxOptions } from './start.ts';
export { defaultSettings } from './settings/schema.ts';
export type { SettingsChange } from './settings/schema.ts';
export { layouts, sign } from './webhooks/layouts.ts';
