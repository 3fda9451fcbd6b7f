/** A VAT number in the format of the payment provider. */
interface TaxId {
  readonly type: 'gb_vat' | 'eu_vat';
  readonly value: string;
}

/** Prefixes of EU VAT numbers; EL is Greece, XI is Northern Ireland. */
const EU_PREFIXES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/** The tax id; null if it is not a VAT number of the EU or the United Kingdom. Spaces, dots and hyphens are ignored. */
export function readTaxId(vatNumber: string | null): TaxId | null {
  const text = (vatNumber ?? '')
    .toUpperCase()
    .replace(/[\s.-]/g, '')
    .replace(/^GR/, 'EL');
  if (!/^[A-Z]{2}[A-Z0-9]{2,12}$/.test(text)) return null;
  if (text.startsWith('GB')) return { type: 'gb_vat', value: text };
  return EU_PREFIXES.has(text.slice(0, 2)) ? { type: 'eu_vat', value: text } : null;
}
