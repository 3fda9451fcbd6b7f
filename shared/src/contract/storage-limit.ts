/** What an account can store before and after its email is verified. The limits stand beside the endpoints they apply to. */

/** From the registration to the deletion of an account whose email is not verified. Its owner is told a week before. */
export const UNVERIFIED_DAYS = 30;

/**
 * Unverified accounts are free to create, so they get enough to try the product, and at most a hundredth of what others
 * get (at least 1).
 */
export interface StorageLimit {
  /** What is counted, in the plural, as the refusal names it: `lists`. */
  readonly of: string;
  /** How an owner gets more of them, for the refusal; `add` if absent. */
  readonly verb?: 'add' | 'collect';
  /** For an account with a verified email. */
  readonly verified: number;
  /** Until the email is verified. */
  readonly unverified: number;
}
