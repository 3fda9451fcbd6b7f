/**
 * Whether a text looks like a VAT number. Only a hint while typing, never a reason to refuse: only the tax office
 * knows. Numbers of countries outside the list are not checked.
 */

/** VAT numbers use EL for Greece, whose country code is GR; both are accepted. */
const JUDGED_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
/** Any prefix is accepted for any country: numbers of Northern Ireland start with XI. */
const VAT_NUMBER = /^[A-Z]{2}[A-Za-z0-9]{2,12}$/;

export type VatNumberProblem = 'Invalid VAT Number';

/**
 * @param country upper-case code, or empty if none is chosen. Surrounding spaces are ignored; an empty number is valid.
 */
export function vatNumberProblem(country: string, vatNumber: string): VatNumberProblem | null {
  const trimmed = vatNumber.trim();
  if (trimmed === '' || !JUDGED_COUNTRIES.has(country)) return null;
  return VAT_NUMBER.test(trimmed) ? null : 'Invalid VAT Number';
}
