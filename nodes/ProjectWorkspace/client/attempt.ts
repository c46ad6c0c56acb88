export { addressOf } from './send';
