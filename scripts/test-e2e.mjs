import './launch/temporary-state.mjs';
import { runCommand } from './launch/command.mjs';
import { testRealN8n } from './launch/real-n8n.mjs';

/** `npm run test:e2e`: a real n8n with the package, and the tests against it; what is given after `--` goes to jest. */
await runCommand(() =>
	testRealN8n({ name: 'End-to-end tests', args: [], env: { PROJECT_WORKSPACE_TESTS: 'e2e' } }),
);
