import { Lanes } from './lanes';
import { systemClock } from './systemClock';

/** One for the process, so that all executions in it share the lane of their key and address. */
export const processLanes = new Lanes(systemClock);
