import { Ledger } from './ledger';
import { RecentDeliveries } from './recentDeliveries';

/** One of each in a process: `webhook()` and `execute()` of the same delivery meet here. */
export const ledger = new Ledger();

export const recentDeliveries = new RecentDeliveries();
