import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { chargedCurrency, currencyOf } from './checkout-currency.ts';

describe('the currency of a purchase', () => {
  it.each([
    [{ currency: 'USD', country: 'DE' }, 'USD'],
    [{ currency: null, country: 'DE' }, 'EUR'],
    [{ currency: null, country: 'FI' }, 'EUR'],
    [{ currency: null, country: 'SE' }, 'USD'],
    [{ currency: null, country: 'US' }, 'USD'],
    [{ currency: null, country: null }, null],
    [{ currency: null, country: '' }, null],
  ] as const)('of %j is %s', (profile, currency) => {
    expect(currencyOf(profile)).toBe(currency);
  });

  it('the other currency is charged if the operator set no price', () => {
    const stripe = { BILLING: 'stripe', STRIPE_SECRET_KEY: 'sk_test_invented', STRIPE_WEBHOOK_SECRET: 'whsec_invented' };
    const { billing } = readConfig({ ...stripe, STRIPE_PRICE_USD: 'price_usd' });
    expect(chargedCurrency('EUR', billing)).toBe('USD');
    expect(chargedCurrency('USD', billing)).toBe('USD');
    expect(chargedCurrency('EUR', readConfig({}).billing)).toBe('EUR');
  });
});
