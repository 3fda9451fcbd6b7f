/**
 * Which oddities a member has, by index alone, so that a test can ask for "the first member with grouped
 * roles". The periods are coprime enough for the oddities to meet each other now and then.
 */
export interface Traits {
  /** The server refuses this profile with 403. */
  readonly restricted: boolean;
  /** The profile no longer exists: 404, and an unresolved row among the connections. */
  readonly gone: boolean;
  /** A search shows this member without name or address. */
  readonly outOfNetwork: boolean;
  readonly withoutPhoto: boolean;
  /** More employers than one answer lists (10). */
  readonly manyEmployers: boolean;
  /** More employers than one page of the rendered section lists (20). */
  readonly veryManyEmployers: boolean;
  readonly withoutExperience: boolean;
  /** The first employer holds several roles. */
  readonly groupedRoles: boolean;
  /** The second employer is text without a page. */
  readonly freeTextEmployer: boolean;
  readonly schoolEmployer: boolean;
  /** An employer's page is referred to but not sent. */
  readonly danglingCompany: boolean;
  readonly yearOnlyDates: boolean;
  /** The last role has no dates at all. */
  readonly undatedRole: boolean;
  /** There is no current role. */
  readonly allEnded: boolean;
  /** The member lives in a country without a city. */
  readonly countryOnly: boolean;
  /** The headline stands only under its locale. */
  readonly headlineByLocaleOnly: boolean;
  readonly withoutSummary: boolean;
  readonly withoutContact: boolean;
  /** A first-degree connection of the viewer. */
  readonly connected: boolean;
}

/** Every third member is connected; the k-th connection is member 3k. */
export const CONNECTION_STRIDE = 3;

export function traitsOf(index: number): Traits {
  const every = (period: number, phase: number) => index % period === phase;
  const connected = every(CONNECTION_STRIDE, 0);
  const manyEmployers = every(13, 7);
  return {
    restricted: every(37, 17),
    gone: every(41, 24),
    outOfNetwork: !connected && every(25, 11),
    withoutPhoto: every(5, 3),
    manyEmployers,
    veryManyEmployers: manyEmployers && every(2, 0),
    withoutExperience: !manyEmployers && every(23, 19),
    groupedRoles: every(4, 1),
    freeTextEmployer: every(6, 2),
    schoolEmployer: every(9, 4),
    danglingCompany: every(19, 8),
    yearOnlyDates: every(7, 5),
    undatedRole: every(17, 3),
    allEnded: every(10, 9),
    countryOnly: every(8, 6),
    headlineByLocaleOnly: every(11, 5),
    withoutSummary: every(9, 1),
    withoutContact: !connected || every(12, 9),
    connected,
  };
}

/** @throws RangeError when none of the first 10,000 members fits */
export function firstIndexWith(fits: (traits: Traits, index: number) => boolean, from = 0): number {
  for (let index = from; index < from + 10_000; index += 1) if (fits(traitsOf(index), index)) return index;
  throw new RangeError('no member fits');
}
