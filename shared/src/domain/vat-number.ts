/**
 * Whether a VAT number looks like one. A hint while typing, never a reason to refuse: only the tax office
 * knows. Numbers of countries outside the list are not judged.
 */

/** EL is how VAT numbers write Greece, whose country code is GR; both are taken. */
const JUDGED_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
/** Any prefix passes, whatever the country: Northern Ireland's numbers begin with XI. */
const VAT_NUMBER = /^[A-Z]{2}[A-Za-z0-9]{2,12}$/;

export type VatNumberProblem = 'Invalid VAT Number';

/** @param country upper-case code, or empty while none is chosen. Spaces around the number do not count; an empty number is no problem. */
export function vatNumberProblem(country: string, vatNumber: string): VatNumberProblem | null {
  const trimmed = vatNumber.trim();
  if (trimmed === '' || !JUDGED_COUNTRIES.has(country)) return null;
  return VAT_NUMBER.test(trimmed) ? null : 'Invalid VAT Number';
}
