/**
 * @param {import('../stage.mjs').Stage} stage
 * @param {{ repeat: number, records: number, two: boolean }} options
 * @returns {AsyncGenerator<import('../table.mjs').Table>}
 */
export async function* quota(stage, options) {}
