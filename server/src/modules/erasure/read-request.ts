/** Reads what a request names, and says what is wrong with it. */
import { ERASURE_DAYS } from '@leadloom/shared/contract/erasures';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { AppError } from '../../http/app-error.ts';
import { readEmailAddress } from '../../mail/email-address.ts';
import { profileForm } from '../suppression/person/person-address.ts';
import { nameForms } from '../suppression/person/person-name.ts';

const DAY = 24 * 3600 * 1000;

export interface ErasureRequest {
  readonly email?: string | undefined;
  readonly profile_url?: string | undefined;
  readonly name?: string | undefined;
  readonly domain?: string | undefined;
  readonly message?: string | undefined;
  readonly received_on?: string | undefined;
}

/** The period for the answer, which begins when the request arrived. */
export function periodOf(requestedAt: Date): { readonly requestedAt: Date; readonly dueAt: Date } {
  return { requestedAt, dueAt: new Date(requestedAt.getTime() + ERASURE_DAYS * DAY) };
}

/** Reads a request that needs no email. @throws {AppError} EMAIL.INVALID, REQUEST.INVALID */
export function readIdentity(request: ErasureRequest) {
  const named = readRequest(request);
  if (named.email === null && named.profileUrl === null && (named.name === null || named.domain === null))
    throw invalid('email', 'Give an email, the address of a profile, or a name together with the employer’s domain.');
  return named;
}

/** @throws {AppError} EMAIL.INVALID, REQUEST.INVALID */
export function readRequest({ email: emailText, profile_url: profileText, name, domain: domainText, message }: ErasureRequest) {
  const filled = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : text.trim());
  const email = filled(emailText);
  const address = email === null ? null : readEmailAddress(email);
  if (email !== null && address === null) throw new AppError('EMAIL.INVALID');
  const profileUrl = filled(profileText);
  if (profileUrl !== null && profileForm(profileUrl) === null)
    throw invalid('profile_url', 'This is not the address of a profile. An example: https://www.linkedin.com/in/maren-holt');
  const typedDomain = filled(domainText);
  const domain = typedDomain === null ? null : normalDomain(typedDomain.replace(/^.*@/, ''));
  if (typedDomain !== null && domain === null) throw invalid('domain', 'This is not a domain. An example: nordlys.example');
  const fullName = filled(name);
  if (fullName !== null && nameForms(fullName).length === 0) throw invalid('name', 'This is not a name.');
  return { email: address, profileUrl, name: fullName, domain, message: filled(message) };
}

/** @throws {AppError} REQUEST.INVALID */
export function receivedAt(day: string | undefined, now: Date): Date {
  if (day === undefined) return now;
  const received = new Date(`${day}T00:00:00Z`);
  if (received > now) throw invalid('received_on', 'This day is in the future.');
  return received;
}

function invalid(field: string, detail: string): AppError {
  return new AppError('REQUEST.INVALID', { message: detail, errors: [{ pointer: `/${field}`, detail }] });
}
