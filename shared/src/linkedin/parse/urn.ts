/** Ids in LinkedIn's URNs. Formats seen in the responses of its web client in 2025 and 2026. */
const MEMBER = /^urn:li:(?:fsd_profile|fs_profile|fs_miniProfile|fsd_miniProfile):([A-Za-z0-9_-]{1,100})$/;
const MEMBER_IN_PARENTHESES = /^urn:li:fsd_profile[A-Za-z]+:\(([A-Za-z0-9_-]{1,100}),/;
const LIST_OR_CARD = /^urn:li:fsd_profile(?:PagedListComponent|Card):\([A-Za-z0-9_-]{1,100},([A-Z_]{2,60}),/;
const SECTION_ROW = /^urn:li:fsd_profile(Position|Education):\([A-Za-z0-9_-]{1,100},/;
const COMPANY = /^urn:li:(?:fsd_company|fs_normalized_company|company|fs_miniCompany|fsd_miniCompany|organization):(\d{1,20})$/;
const GEO = /^urn:li:(?:fsd_geo|geo|fs_geo):(\d{1,20})$/;

/** `urn:li:fsd_profile:ACoAA…` → `ACoAA…` */
export function memberIdOf(urn: unknown): string | null {
  return match(MEMBER, urn);
}

/** The member who owns a position, card or list: `urn:li:fsd_profileCard:(ACoAA…,ABOUT,en_US)` → `ACoAA…` */
export function ownerIdOf(urn: unknown): string | null {
  return match(MEMBER_IN_PARENTHESES, urn);
}

/** The name of a card or list in LinkedIn's spelling: `EXPERIENCE_VIEW_DETAILS`, `ABOUT`. */
export function listNameOf(urn: unknown): string | null {
  return match(LIST_OR_CARD, urn);
}

/** The section a typed row belongs to: `urn:li:fsd_profilePosition:(ACoAA…,17)` → `experience` */
export function sectionOfRow(urn: unknown): 'experience' | 'education' | null {
  const kind = match(SECTION_ROW, urn);
  if (kind === null) return null;
  return kind === 'Position' ? 'experience' : 'education';
}

/** All spellings of a company's URN contain the same number. */
export function companyIdOf(urn: unknown): string | null {
  return match(COMPANY, urn);
}

export function geoIdOf(urn: unknown): string | null {
  return match(GEO, urn);
}

export function profileUrn(memberId: string): string {
  return `urn:li:fsd_profile:${memberId}`;
}

function match(pattern: RegExp, urn: unknown): string | null {
  return typeof urn === 'string' && urn.length <= 400 ? (pattern.exec(urn)?.[1] ?? null) : null;
}
