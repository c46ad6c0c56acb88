export { projectWorkspaceApiTest } from '../old/editor/credentialTest';
