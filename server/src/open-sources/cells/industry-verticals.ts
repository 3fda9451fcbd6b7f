/**
 * Verticals of industries, by the codes of NACE and the national lists that refine it (SN in Norway, EMTAK in Estonia, SIC in
 * the United Kingdom): their first four digits are NACE's. Codes are listed only where they say what a company makes. A bank is
 * no FinTech, and a school no EdTech. The two revisions of NACE that are in use say the same of those listed.
 */

/** Digits with which a code begins → verticals. Of several beginnings, the longest counts. */
const VERTICALS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '06': ['Oil and Gas'],
    '091': ['Oil and Gas'],
    ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [String(10 + index), ['Manufacturing']])),
    14: ['Fashion', 'Manufacturing'],
    15: ['Fashion', 'Manufacturing'],
    2042: ['Beauty', 'Manufacturing'],
    21: ['Pharmaceuticals', 'Manufacturing'],
    26: ['Hardware', 'Manufacturing'],
    2611: ['Semiconductors', 'Manufacturing'],
    272: ['Energy Storage', 'Manufacturing'],
    28: ['Industrials', 'Manufacturing'],
    303: ['Aerospace', 'Manufacturing'],
    325: ['Medical Devices', 'Manufacturing'],
    42: ['Infrastructure'],
    4791: ['E-Commerce'],
    492: ['Logistics'],
    494: ['Logistics'],
    502: ['Logistics'],
    504: ['Logistics'],
    512: ['Logistics'],
    52: ['Logistics'],
    53: ['Logistics'],
    55: ['Hospitality'],
    56: ['Hospitality'],
    581: ['Media'],
    5821: ['Gaming'],
    5829: ['SaaS'],
    59: ['Media'],
    60: ['Media'],
    61: ['Telecommunications'],
    62: ['SaaS'],
    631: ['CloudTech'],
    7211: ['Biotechnology'],
    9313: ['Fitness'],
  }),
);
const LONGEST = 4;

/** @param code such as `62.010`, `6201` or `62012 - Business and domestic software development` */
export function verticalsOf(code: string): readonly string[] {
  const digits = /^[\d.]+/.exec(code.trim())?.[0].replaceAll('.', '') ?? '';
  for (let length = Math.min(LONGEST, digits.length); length >= 2; length -= 1) {
    const found = VERTICALS.get(digits.slice(0, length));
    if (found !== undefined) return found;
  }
  return [];
}
