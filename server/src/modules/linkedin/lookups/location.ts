/** A place that a people search can be narrowed to. */
import type { LocationKind } from '@leadloom/shared/contract/linkedin';

export interface Location {
  readonly kind: LocationKind;
  /** ISO 3166-1 alpha-2; null for a region above countries. */
  readonly country: string | null;
  /** The name in common English use. */
  readonly name: string;
  /** The whole name as LinkedIn writes it, such as `Rome, Latium, Italy`. It identifies the place. */
  readonly label: string;
  /** LinkedIn's numbers for it. Some labels have two, which are searched together. */
  readonly ids: readonly [string, ...string[]];
  /** How many independent public sources name it. Larger places are in more of them. */
  readonly sources: number;
  /** Local and other common names. */
  readonly aliases: readonly string[];
}
