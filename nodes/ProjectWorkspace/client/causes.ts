export { errors as causes, type ErrorRow as Cause, type CauseName } from './errors';
