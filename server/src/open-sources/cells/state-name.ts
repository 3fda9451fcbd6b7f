import { iso31662 } from 'iso-3166';

let names: ReadonlyMap<string, string> | null = null;

/** The name of a state or province, such as `Texas`. @param country `US` or `CA` @param code such as `TX`; null: there is none */
export function stateName(country: 'US' | 'CA', code: string): string | null {
  names ??= new Map(
    iso31662.filter(({ code: of }) => /^(?:US|CA)-/.test(of)).map(({ code: of, name }): [string, string] => [of, name]),
  );
  return names.get(`${country}-${code.trim().toUpperCase()}`) ?? null;
}
