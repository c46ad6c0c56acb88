export { collectList, type CollectedList } from './collect-list';
export { readList } from './read-list';
export type * from './types';
export { describeReport } from './wording';
