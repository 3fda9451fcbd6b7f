import { changePreferences, getPreferences } from '@leadloom/shared/contract/preferences';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { readPreferences, savePreferencesOf } from './preferences.service.ts';

export function registerPreferences(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, getPreferences, (_, { caller }) => readPreferences(platform, caller.accountId));
  serveEndpoint(app, changePreferences, ({ body }, { caller }) => savePreferencesOf(platform, caller.accountId, body));
}
