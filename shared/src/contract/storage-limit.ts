/**
 * How much an account can store before and after its email is verified. The limits stand next to the endpoints they apply
 * to.
 */

/**
 * Days from the registration to the deletion of an account whose email is not verified. Its owner is notified a week
 * before.
 */
export const UNVERIFIED_DAYS = 30;

/**
 * Unverified accounts are free to create, so they get enough to try the product, and at most a hundredth of what others
 * get (at least 1).
 */
export interface StorageLimit {
  /** The counted things, in the plural, as the refusal names them: `lists`. */
  readonly of: string;
  /** The verb of the refusal, by which an owner gets more of them; `add` if absent. */
  readonly verb?: 'add' | 'collect';
  /** The limit of an account with a verified email. */
  readonly verified: number;
  /** The limit until the email is verified. */
  readonly unverified: number;
}

/** The most that one member can add to a shared workspace: half, so that the others can add as much when one has taken all. */
export function shareOfMember({ verified }: StorageLimit): number {
  return Math.floor(verified / 2);
}
