/** What a destination that is a CRM is told, as its settings hold it. */
import { crmFields } from '@leadloom/shared/contract/crm-fields';
import { crmKinds } from '@leadloom/shared/contract/destinations';
import * as z from 'zod/mini';
import { AppError } from '../../http/app-error.ts';

const settingsSchema = z.object(crmFields);
export type CrmSettings = z.infer<typeof settingsSchema>;

/** @throws {AppError} DESTINATION.NO_CRM */
export function crmSettingsOf(destination: { readonly kind: string; readonly settings: unknown }): CrmSettings {
  if (!crmKinds.some((kind) => kind === destination.kind)) throw new AppError('DESTINATION.NO_CRM');
  return settingsSchema.parse(destination.settings);
}
