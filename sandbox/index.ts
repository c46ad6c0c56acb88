export { eventNames } from './api.ts';
export type { JsonObject } from './json.ts';
export { layouts, sign } from './layouts.ts';
export type { LayoutName } from './layouts.ts';
export type { Sandbox } from './sandbox.ts';
export { startSandbox } from './server.ts';
export type { SettingsChange } from './settings.ts';
