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

	/** With the defaults of the fields that are not stored, as n8n does. */
	async getDecrypted() {
		this.reads++;
		const { properties } = this.type;
		const data = this.data as INodeParameters; // both are what a person has filled in
		const filled = NodeHelpers.getNodeParameters(properties, data, true, false, null, null);
		return filled as ICredentialDataDecryptedObject;
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
