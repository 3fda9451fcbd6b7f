/**
 * The data that owners enter about themselves and their company. A VAT number is stored as typed, valid or not.
 * While a subscription is running, its currency is fixed, and the profile cannot be emptied so far that the
 * payment screen would disappear.
 */
import type { updateProfile as updateProfileRow } from '@leadloom/shared/contract/account-settings';
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import { isCountryCode } from '@leadloom/shared/domain/countries';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { changeProfile, type ProfileFields } from './account-settings.repository.ts';

type SentProfile = EndpointRequest<typeof updateProfileRow>['body'];

/** Whether the provider charges this account, now or at the end of a period. */
export type HasRunningSubscription = (platform: Platform, accountId: number) => Promise<boolean>;

/** @throws {AppError} PROFILE.COUNTRY_UNKNOWN, PROFILE.NEEDED_WHILE_SUBSCRIBED, PROFILE.CURRENCY_FIXED */
export async function updateProfile(
  platform: Platform,
  accountId: number,
  sent: SentProfile,
  hasRunningSubscription: HasRunningSubscription,
): Promise<void> {
  const changes = readProfile(sent);
  const isSubscribed = await hasRunningSubscription(platform, accountId);
  const isChanged = await changeProfile(platform.database, accountId, (profile) => {
    if (isSubscribed) requireBillable(profile, { ...profile, ...changes });
    return changes;
  });
  if (!isChanged) throw new AppError('AUTH.SESSION_EXPIRED');
}

/** Trims the fields. An empty value clears a field; an absent one leaves it unchanged. */
export function readProfile(sent: SentProfile): Partial<ProfileFields> {
  const { fullName, companyName, vatNumber, country, currency, address } = sent;
  const code = country?.trim().toUpperCase() ?? '';
  if (code !== '' && !isCountryCode(code)) throw new AppError('PROFILE.COUNTRY_UNKNOWN');
  return {
    ...(fullName === undefined ? {} : { fullName: textOrNull(fullName) }),
    ...(companyName === undefined ? {} : { companyName: textOrNull(companyName) }),
    ...(vatNumber === undefined ? {} : { vatNumber: textOrNull(vatNumber) }),
    ...(country === undefined ? {} : { country: code === '' ? null : code }),
    ...(currency === undefined ? {} : { currency: currency === '' ? null : currency }),
    ...(address === undefined ? {} : { address: textOrNull(address) }),
  };
}

function requireBillable(before: ProfileFields, after: ProfileFields): void {
  const isEmptied = after.country === null && after.currency === null;
  const wasEmpty = before.country === null && before.currency === null;
  if (isEmptied && !wasEmpty) throw new AppError('PROFILE.NEEDED_WHILE_SUBSCRIBED');
  if (before.currency !== null && after.currency !== before.currency) throw new AppError('PROFILE.CURRENCY_FIXED');
}

function textOrNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
