/** @param {import('./stage.mjs').Stage} stage */
export async function profileGets(stage) {}
