export { describeReport } from './messages';
export { readPages } from './readPages';
export type * from './types';
