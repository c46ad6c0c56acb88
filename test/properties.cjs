/**
 * Stands in for fast-check in all tests. `PROPERTY_SEED` makes a run repeatable: without it, each run tries other
 * inputs. `PROPERTY_RUNS` is how often each property is tried: fewer times while mutations are tested, as the tests run
 * once for each of some hundred changes, and many more to search for a rare counterexample.
 */
// By its path, as the name leads back to this file.
const real = require('../node_modules/fast-check/lib/cjs/fast-check.js').default;

const { PROPERTY_SEED: seed, PROPERTY_RUNS: runs } = process.env;
const set = { ...(seed && { seed: Number(seed) }), ...(runs && { numRuns: Number(runs) }) };

const assert = (property, options) => real.assert(property, { ...options, ...set });
const checked = Object.create(real, { assert: { value: assert } });

// For `import fc` and for `import * as fc`.
module.exports = Object.create(checked, {
	__esModule: { value: true },
	default: { value: checked },
});
