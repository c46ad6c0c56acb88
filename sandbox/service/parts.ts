import type { Clock } from '../clock.ts';
import type { FaultList } from '../faults/list.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { KeyStore } from '../store/keys.ts';
import type { RecordStore } from '../store/records.ts';
import type { Events } from '../webhooks/events.ts';
import type { Runs } from '../webhooks/runs.ts';
import type { Quota } from './quota.ts';

/** What the API needs of the rest of the sandbox. */
export interface Parts {
	clock: Clock;
	settings: SettingsStore;
	keys: KeyStore;
	records: RecordStore;
	quota: Quota;
	events: Events;
	runs: Runs;
	faults: FaultList;
	recorder: Recorder;
}
