/** The part of an account's data about the person, without the hashes and secrets that only serve to sign in. */

import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import {
  accounts,
  devices,
  failedAttempts,
  invites,
  mailedCodes,
  oidcLinks,
  passkeys,
  recoveryCodes,
  sessions,
} from '../../schema/accounts.table.ts';
import { accountPreferences } from '../../schema/preferences.table.ts';

export function myDataOfAccounts(platform: Platform, accountId: number): DataSection[] {
  return [
    tableSection(platform, accountId, {
      table: accounts,
      owner: 'id',
      key: 'id',
      omit: ['password_hash', 'totp_secret', 'totp_last_step', 'passkey_user_id'],
    }),
    tableSection(platform, accountId, { table: accountPreferences, key: 'account_id' }),
    tableSection(platform, accountId, { table: sessions, key: 'id', omit: ['binding_hash', 'generation'] }),
    tableSection(platform, accountId, { table: passkeys, key: 'id', omit: ['credential_id', 'public_key', 'counter'] }),
    tableSection(platform, accountId, { table: oidcLinks, key: 'id' }),
    tableSection(platform, accountId, { table: mailedCodes, key: 'code_hash', omit: ['code_hash'] }),
    tableSection(platform, accountId, { table: recoveryCodes, key: 'code_hash', omit: ['code_hash'] }),
    tableSection(platform, accountId, { table: devices, key: 'id_hash', omit: ['id_hash'] }),
    tableSection(platform, accountId, { table: failedAttempts, key: 'kind' }),
    tableSection(platform, accountId, { table: invites, owner: 'created_by', key: 'id', omit: ['code_hash'] }),
  ];
}
