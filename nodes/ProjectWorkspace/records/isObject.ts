import type { IDataObject } from 'n8n-workflow';

/** A JSON object: what stands in a record is what n8n's items hold. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
