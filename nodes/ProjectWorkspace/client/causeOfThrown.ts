export { causeOfThrown } from './errors';
