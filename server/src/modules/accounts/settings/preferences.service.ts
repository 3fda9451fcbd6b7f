/** Preferences of an account for all screens of its workbench. */
import {
  firstPreferences,
  type Preferences,
  type PreferencesChange,
  preferencesSchema,
} from '@leadloom/shared/contract/preferences';
import type { Platform } from '../../../platform.ts';
import { findPreferences, type PreferencesRow, savePreferences } from './account-settings.repository.ts';

export async function readPreferences({ database }: Platform, accountId: number): Promise<Preferences> {
  return toPreferences(await findPreferences(database, accountId));
}

/** @param change what it leaves out stays as it is */
export async function savePreferencesOf(
  { database, now }: Platform,
  accountId: number,
  { layout, layout_offer: layoutOffer }: PreferencesChange,
): Promise<Preferences> {
  return toPreferences(await savePreferences(database, accountId, { layout, layoutOffer }, now()));
}

/** A value that this version does not know, such as one of a newer server on the same database, counts as not chosen. */
function toPreferences(row: PreferencesRow | null): Preferences {
  const { layout, layout_offer: layoutOffer } = preferencesSchema.shape;
  return {
    layout: layout.safeParse(row?.layout).data ?? firstPreferences.layout,
    layout_offer: layoutOffer.safeParse(row?.layoutOffer).data ?? firstPreferences.layout_offer,
  };
}
