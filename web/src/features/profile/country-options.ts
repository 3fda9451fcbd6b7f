/** The countries a profile may choose from. Which ones an operator added, the server writes into the document. */
import { countryLabel, isCountryCode, offeredCountries } from '@leadloom/shared/domain/countries';
import type { SelectOption } from '../../components/select-field.tsx';

/** The offered ones in their order, then the account's own where it is none of them. */
export function countryOptions(own: string | null, from: Document): readonly SelectOption[] {
  const offered: readonly string[] = offeredCountries(readExtraCountries(from));
  const codes = own === null || offered.includes(own) ? offered : [...offered, own];
  return codes.map((code) => ({ value: code, label: isCountryCode(code) ? countryLabel(code) : code }));
}

/** None where the document was not filled in. */
function readExtraCountries(from: Document) {
  const content = from.querySelector<HTMLMetaElement>('meta[name="extra-countries"]')?.content ?? '';
  return content.split(',').filter(isCountryCode);
}
