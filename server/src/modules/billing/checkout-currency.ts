/** The currency of a purchase if the profile contains only a country. */
import type { BillingSettings, Currency } from '../../config.ts';

/** The euro area, and the states that use the euro by agreement. */
const EURO_COUNTRIES: ReadonlySet<string> = new Set(
  'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'.split(' '),
);

interface Profile {
  readonly currency: Currency | null;
  readonly country: string | null;
}

/**
 * The currency of a checkout: Euro for euro countries, else US dollars; null while the profile contains neither currency
 * nor country.
 */
export function currencyOf({ currency, country }: Profile): Currency | null {
  if (currency !== null) return currency;
  if (country === null || country === '') return null;
  return EURO_COUNTRIES.has(country) ? 'EUR' : 'USD';
}

/** The currency actually charged: if the operator set no price in one, the other. */
export function chargedCurrency(currency: Currency, { stripe }: BillingSettings): Currency {
  if (stripe === null || stripe.prices[currency] !== null) return currency;
  return currency === 'EUR' ? 'USD' : 'EUR';
}
