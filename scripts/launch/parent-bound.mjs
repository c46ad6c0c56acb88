/**
 * Loaded into n8n with `--import`: n8n ends when the launcher is gone, even if the launcher was killed and could not
 * say goodbye. The launcher holds the other end of standard input and never writes to it.
 */
process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
/** @type {import('node:net').Socket} */ (process.stdin).unref();
