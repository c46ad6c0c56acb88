import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { triggerReader } from '../parameters/reader';
import { asHtml } from '../texts';
import { CREDENTIAL } from '../transport/credential';
import { readSignatureSettings } from './signatureSettings';
import { readTriggerSettings, settingsError } from './triggerSettings';

/** The service has no endpoint to register a webhook, so there is only something to check. */
export const subscription = {
	/** n8n then calls `create`. */
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return false;
	},

	async create(this: IHookFunctions): Promise<boolean> {
		try {
			readSignatureSettings(await this.getCredentials(CREDENTIAL));
			readTriggerSettings(triggerReader(this));
			return true;
		} catch (error) {
			const { message, description } = settingsError(error);
			throw new NodeOperationError(this.getNode(), asHtml(message), {
				description: asHtml(description),
			});
		}
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		return true;
	},
};
