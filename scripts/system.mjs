import { runCommand } from './launch/command.mjs';

/** Ends with a sentence on Windows, whose shell has no `exec`. That keeps no shell between npm and the launcher. */
await runCommand(async () => {});
