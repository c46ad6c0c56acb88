export { collectList, type CollectedList } from './collectList';
export { readList } from './readList';
export type * from './types';
export { describeReport } from './wording';
