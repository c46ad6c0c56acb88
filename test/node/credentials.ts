import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers } from 'n8n-workflow';

import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';

/** Plays n8n's credential store with one credential of ours in it, and counts how often it is read. */
export class OneCredential extends ICredentialsHelper {
	reads = 0;

	private readonly type = new ProjectWorkspaceApi();

	/** What is stored; a test may change it. */
	data: ICredentialDataDecryptedObject;

	constructor(data: ICredentialDataDecryptedObject) {
		super();
		this.data = data;
	}

	/** With the defaults of the fields that are not stored, and with its expressions evaluated for an item, as n8n does. */
	async getDecrypted(...[, , , mode, , , values]: Parameters<ICredentialsHelper['getDecrypted']>) {
		this.reads++;
		const { properties } = this.type;
		const data = this.data as INodeParameters; // both are what a person has filled in
		const filled = NodeHelpers.getNodeParameters(properties, data, true, false, null, null);
		if (!filled || !values) return filled as ICredentialDataDecryptedObject;

		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			filled,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
		) as ICredentialDataDecryptedObject; // an object stays one
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	) {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function')
			throw new TypeError('The credential authenticates by a function.');
		return await authenticate(credentials, requestOptions);
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new TypeError('The node reads decrypted credentials only.');
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}
}
