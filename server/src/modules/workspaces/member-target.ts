/**
 * Members as activity stores them: by the id of their account, so that an email that changes, or an account that is deleted,
 * leaves no old email behind.
 */
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';

const STORED = /^account (\d+)(?:, (.+))?$/;

/** @param what happened to them, such as `role: admin` */
export function memberTarget(accountId: number, what?: string): string {
  return what === undefined ? `account ${accountId}` : `account ${accountId}, ${what}`;
}

/** The account that a stored target names; null: it names none. */
export function accountInTarget(action: string, target: string): number | null {
  const id = isAboutMember(action) ? STORED.exec(target)?.[1] : undefined;
  return id === undefined ? null : Number(id);
}

/** A stored target as members read it, such as `kim@northwind.example (role: admin)`. */
export function describeTarget(action: string, target: string, emails: ReadonlyMap<number, string>): string {
  const accountId = accountInTarget(action, target);
  if (accountId === null) return target;
  const email = emails.get(accountId) ?? FORMER_MEMBER;
  const what = STORED.exec(target)?.[2];
  return what === undefined ? email : `${email} (${what})`;
}

/** Others, such as names of lists, are texts of members, who could write the same words. */
function isAboutMember(action: string): boolean {
  return action.startsWith('member.') && action !== 'member.invited';
}
