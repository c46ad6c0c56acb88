/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyInstance } from 'fastify';
import type { AllParts } from '../parts.ts';

export function addAccountPage(_app: FastifyInstance, _parts: AllParts): void {}
