/** The profile as the form holds it: every field a text, empty where nothing is known. */
import type { User } from '@leadloom/shared/contract/accounts';

export interface ProfileFields {
  readonly fullName: string;
  readonly companyName: string;
  readonly country: string;
  readonly currency: 'EUR' | 'USD' | '';
  readonly vatNumber: string;
  readonly address: string;
}

export function fieldsOf(user: User): ProfileFields {
  return {
    fullName: user.full_name ?? '',
    companyName: user.company_name ?? '',
    country: user.country ?? '',
    currency: user.currency ?? '',
    vatNumber: user.vat_number ?? '',
    address: user.address ?? '',
  };
}

/** The account once these fields are saved. */
export function userWith(user: User, fields: ProfileFields): User {
  return {
    ...user,
    full_name: fields.fullName || null,
    company_name: fields.companyName || null,
    country: fields.country || null,
    currency: fields.currency || null,
    vat_number: fields.vatNumber || null,
    address: fields.address || null,
  };
}

/** The fields as the server stores them. */
export function trimmed(fields: ProfileFields): ProfileFields {
  const { fullName, companyName, vatNumber, address } = fields;
  return {
    ...fields,
    fullName: fullName.trim(),
    companyName: companyName.trim(),
    vatNumber: vatNumber.trim(),
    address: address.trim(),
  };
}

/** Whether all is there that a subscription needs. */
export function isReadyForPayment({ fullName, companyName, country, currency }: ProfileFields): boolean {
  return [fullName, companyName, country, currency].every((text) => text.trim() !== '');
}
