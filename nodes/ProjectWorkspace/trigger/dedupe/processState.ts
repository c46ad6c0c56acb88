import { Ledger } from './ledger';
import { RecentDeliveries } from './recentDeliveries';
import { RefusalLog } from '../refusalLog';
import { SecretsCache } from '../secretsCache';

/** One of each in a process: `webhook()` and `execute()` of the same delivery meet here. */
export const ledger = new Ledger();

export const recentDeliveries = new RecentDeliveries();

export const secretsCache = new SecretsCache();

export const refusalLog = new RefusalLog();
