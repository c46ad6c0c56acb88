export { type Bounds, BOUNDS } from '../retry';
