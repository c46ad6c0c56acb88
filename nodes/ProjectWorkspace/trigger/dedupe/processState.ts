import { InFlight } from './inFlight';
import { DedupeStore } from './store';
import { RefusalLog } from '../refusalLog';
import { SecretsCache } from '../signingSecrets';

/** One of each in a process: `webhook()` and `execute()` of the same delivery meet here. */
export const dedupeStore = new DedupeStore();

export const inFlight = new InFlight();

export const secretsCache = new SecretsCache();

export const refusalLog = new RefusalLog();
