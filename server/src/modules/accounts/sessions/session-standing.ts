/** What is read about an account, its session and its workspace to authorise a request, and what follows from it. Pure. */
import { rightsOf, type WorkspaceRight, type WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import type { Membership } from '../../../http/workspace.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';

/** After this many hours the console asks for the second factor again. */
export const CONSOLE_FACTOR_HOURS = 12;
const HOUR = 3600 * 1000;

/** What decides whether a caller is authorised. */
export interface Standing {
  readonly account: {
    readonly email: string;
    readonly verifiedAt: Date | null;
    readonly blockedAt: Date | null;
    readonly totpEnabledAt: Date | null;
  };
  /** null: the account has no session with the token's id. */
  readonly session: SessionStanding | null;
  /** null: no member of the workspace. */
  readonly membership: (Membership & Pick<MembershipRow, 'trialEndsAt'>) | null;
  readonly isSubscribed: boolean;
}

interface MembershipRow {
  readonly workspaceId: WorkspaceId | null;
  readonly personalAccountId: number | null;
  readonly role: WorkspaceRole | null;
  readonly rights: readonly WorkspaceRight[] | null;
  readonly trialEndsAt: Date | null;
}

/** Reads a row with or without a membership. */
export function membershipOf(row: MembershipRow): Standing['membership'] {
  const { workspaceId, personalAccountId, role, rights, trialEndsAt } = row;
  if (workspaceId === null || role === null || rights === null) return null;
  return { workspaceId, isPersonal: personalAccountId !== null, role, rights: rightsOf(role, rights), trialEndsAt };
}

export interface SessionStanding {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date;
  readonly generation: number;
  readonly answerArrived: boolean;
  readonly secondFactorAt: Date | null;
  readonly passkeyId: string | null;
  readonly passkeyAt: Date | null;
}

/** Reads a row with or without a session. */
export function standingOf(
  row: { readonly [Column in keyof SessionStanding]: SessionStanding[Column] | null },
): SessionStanding | null {
  const { revokedAt, expiresAt, generation, answerArrived, secondFactorAt, passkeyId, passkeyAt } = row;
  if (expiresAt === null || generation === null || answerArrived === null) return null;
  return { revokedAt, expiresAt, generation, answerArrived, secondFactorAt, passkeyId, passkeyAt };
}

/** A session from before the second factor was turned on has shown none. */
export function hasShownSecondFactor(
  { totpEnabledAt }: Standing['account'],
  { secondFactorAt, passkeyId }: SessionStanding,
): boolean {
  return passkeyId !== null || (totpEnabledAt !== null && secondFactorAt !== null);
}

/** An authenticator's code or a passkey; a passkey that was removed since no longer counts. */
export function isSecondFactorRecent({ secondFactorAt, passkeyId, passkeyAt }: SessionStanding, now: Date): boolean {
  const oldest = now.getTime() - CONSOLE_FACTOR_HOURS * HOUR;
  return [secondFactorAt, passkeyId === null ? null : passkeyAt].some((at) => at !== null && at.getTime() >= oldest);
}
