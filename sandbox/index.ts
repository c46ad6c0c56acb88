export { createManualClock, systemClock } from './clock.ts';
export type { Clock, ManualClock } from './clock.ts';
export { InputError } from './input.ts';
export { listRoutes, startSandbox } from './start.ts';
export type { Sandbox, SandboxOptions } from './start.ts';
export { defaultSettings } from './settings/schema.ts';
export { layouts, sign } from './webhooks/layouts.ts';
