import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { UserError } from '../errors';
import { triggerReader } from '../parameters/reader';
import { asHtml } from '../texts';
import { CREDENTIAL } from '../transport/credential';
import { readSigning, readTriggerSettings } from './settings';

/** The service has no endpoint to register a webhook, so there is only something to check. */
export const subscription = {
	/** n8n then calls `create`. */
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return false;
	},

	async create(this: IHookFunctions): Promise<boolean> {
		try {
			readSigning(await this.getCredentials(CREDENTIAL));
			readTriggerSettings(triggerReader(this));
			return true;
		} catch (error) {
			const { message, description } = asUserError(error);
			const { id, name = id } = this.getWorkflow();
			// n8n's own line does not say which workflow it is.
			this.logger.error(
				`"${this.getNode().name}" in the workflow "${name}" cannot start: ${message}`,
			);
			throw new NodeOperationError(this.getNode(), asHtml(message), {
				description: asHtml(description),
			});
		}
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		return true;
	},
};

function asUserError(error: unknown): UserError {
	if (error instanceof UserError) return error;
	return new UserError(
		'The credential or an expression could not be read: choose the credential again in the node',
		'If it was deleted, create it again. Expressions of a trigger cannot use other nodes.',
	);
}
