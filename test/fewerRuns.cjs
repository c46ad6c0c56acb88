/**
 * Stands in for fast-check while mutations are tested (`stryker.config.mjs`): a property is tried 30 times at most. The
 * tests run once for each of some hundred changes, and a change that matters is noticed in the first few tries.
 */
// By its path, as the name leads back to this file.
const real = require('../node_modules/fast-check/lib/cjs/fast-check.js').default;

const MOST = 30;

const assert = (property, options = {}) =>
	real.assert(property, { ...options, numRuns: Math.min(options.numRuns ?? MOST, MOST) });
const fewer = Object.create(real, { assert: { value: assert } });

// For `import fc` and for `import * as fc`.
module.exports = Object.create(fewer, { __esModule: { value: true }, default: { value: fewer } });
