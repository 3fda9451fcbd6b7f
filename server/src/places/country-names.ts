/**
 * Countries by any name used in files: ISO codes of two and three letters, former ones included, codes of the Olympic
 * Committee, English names and their usual variants, and names in some other languages. An unknown name stays as it is.
 */
import { countryCodes, countryName, isCountryCode } from '@leadloom/shared/domain/countries';
import { iso31661 } from 'iso-3166';

const VARIANTS: readonly (readonly [code: string, ...names: readonly string[]])[] = [
  ['AE', 'UAE', 'Emirates'],
  ['BA', 'Bosnia', 'Bosnia & Herzegovina'],
  ['BN', 'Brunei Darussalam'],
  ['BO', 'Plurinational State of Bolivia', 'Bolivia, Plurinational State of'],
  ['CD', 'Democratic Republic of the Congo', 'DR Congo', 'DRC', 'Congo, Democratic Republic of the', 'Congo - Kinshasa'],
  ['CG', 'Republic of the Congo', 'Congo - Brazzaville'],
  ['CI', 'Ivory Coast'],
  ['CN', "People's Republic of China", 'PRC', 'Mainland China'],
  ['CV', 'Cabo Verde'],
  ['CZ', 'Czech Republic'],
  ['FM', 'Federated States of Micronesia'],
  [
    'GB',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'UK',
    'U.K.',
    'Great Britain',
    'Britain',
    'United Kingdom of Great Britain and Northern Ireland',
  ],
  ['HK', 'Hong Kong SAR', 'Hong Kong SAR China'],
  ['IE', 'Republic of Ireland'],
  ['IR', 'Islamic Republic of Iran', 'Iran, Islamic Republic of'],
  ['KP', "Democratic People's Republic of Korea", "Korea, Democratic People's Republic of", 'Korea, North', 'DPRK'],
  ['KR', 'Republic of Korea', 'Korea, Republic of', 'Korea, South', 'Korea (South)'],
  ['LA', "Lao People's Democratic Republic", 'Lao PDR'],
  ['MD', 'Republic of Moldova', 'Moldova, Republic of'],
  ['MK', 'Macedonia', 'Republic of North Macedonia'],
  ['MM', 'Burma', 'Myanmar (Burma)'],
  ['MO', 'Macau', 'Macao SAR China'],
  ['NL', 'Holland', 'The Netherlands'],
  ['PS', 'State of Palestine', 'Palestinian Territories'],
  ['RU', 'Russian Federation'],
  ['SY', 'Syrian Arab Republic'],
  ['SZ', 'Swaziland'],
  ['TL', 'East Timor'],
  ['TR', 'Turkey', 'Turkiye', 'Republic of Türkiye'],
  ['TW', 'Taiwan, Province of China', 'Taiwan (R.O.C.)'],
  ['TZ', 'United Republic of Tanzania', 'Tanzania, United Republic of'],
  ['US', 'USA', 'U.S.', 'U.S.A.', 'United States of America', 'America'],
  ['VA', 'Holy See', 'Vatican'],
  ['VE', 'Bolivarian Republic of Venezuela', 'Venezuela, Bolivarian Republic of'],
  ['VN', 'Viet Nam'],
];
/**
 * Codes that are not ISO's any more, where one country followed, and those of the Olympic Committee, which many lists use.
 * Codes of the Soviet Union, Yugoslavia and Czechoslovakia name no country of today.
 */
const OTHER_CODES: Readonly<Record<string, string>> = {
  ...{ ROM: 'RO', ZAR: 'CD', ZR: 'CD', BUR: 'MM', BU: 'MM', TMP: 'TL', TP: 'TL', DDR: 'DE', DD: 'DE', FX: 'FR', FXX: 'FR' },
  ...{ YMD: 'YE', YD: 'YE', WSH: 'EH', EL: 'GR', BRD: 'DE', ATB: 'AQ', HVO: 'BF', DHY: 'BJ', RHO: 'ZW', NHB: 'VU' },
  ...{ ALG: 'DZ', ANG: 'AO', BAH: 'BS', BAR: 'BB', BAN: 'BD', BHU: 'BT', BOT: 'BW', BUL: 'BG', CAM: 'KH', CGO: 'CG', CHI: 'CL' },
  ...{ CRC: 'CR', CRO: 'HR', DEN: 'DK', ESA: 'SV', FIJ: 'FJ', GAM: 'GM', GER: 'DE', GRE: 'GR', GUA: 'GT', GUI: 'GN', HAI: 'HT' },
  ...{ HON: 'HN', INA: 'ID', IRI: 'IR', ISV: 'VI', IVB: 'VG', KSA: 'SA', KUW: 'KW', LAT: 'LV', LBA: 'LY', LES: 'LS', MAD: 'MG' },
  ...{ MAS: 'MY', MAW: 'MW', MGL: 'MN', MRI: 'MU', MYA: 'MM', NCA: 'NI', NED: 'NL', NEP: 'NP', NGR: 'NG', NIG: 'NE', OMA: 'OM' },
  ...{ PAR: 'PY', PHI: 'PH', POR: 'PT', PUR: 'PR', RSA: 'ZA', SAM: 'WS', SEY: 'SC', SLO: 'SI', SRI: 'LK', SUD: 'SD', SUI: 'CH' },
  ...{ TAN: 'TZ', TOG: 'TG', TPE: 'TW', TRI: 'TT', UAE: 'AE', URU: 'UY', VAN: 'VU', VIE: 'VN', ZAM: 'ZM', ZIM: 'ZW' },
};
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'tr', 'ru', 'ja', 'zh'];

let names: ReadonlyMap<string, string> | null = null;

/** The English name the tables use, or the text itself. @param text without outer blanks */
export function englishCountry(text: string): string {
  return countryNamed(text) ?? text;
}

/** @param text without outer blanks */
export function isCountryName(text: string): boolean {
  return countryNamed(text) !== null;
}

/** `Netherlands, The`, `Korea (Republic of)`; a name or code behind in brackets, as in `United States of America (USA)`. */
const ARTICLE_BEHIND = /^(.+), the$/i;
const BRACKETS_BEHIND = /^(.+\S)\s*\(([^()]+)\)$/;

/** @returns null: no country has this name */
function countryNamed(text: string): string | null {
  names ??= readNames();
  // Folded, `248 CA-59` would be a code.
  if (/\d/.test(text)) return null;
  const found = names.get(text) ?? names.get(fold(text));
  if (found !== undefined) return found;
  const [, withoutArticle] = ARTICLE_BEHIND.exec(text) ?? [];
  if (withoutArticle !== undefined) return names.get(fold(withoutArticle)) ?? null;
  const [, before = '', inside = ''] = BRACKETS_BEHIND.exec(text) ?? [];
  const [whole, other] = [names.get(fold(before)), names.get(fold(inside))];
  return whole !== undefined && (whole === other || other === undefined) ? whole : null;
}

function readNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  // The first entry wins: a word of another language never replaces a code or an English name.
  const add = (spelling: string, code: string) => {
    const key = fold(spelling);
    if (key !== '' && isCountryCode(code) && !found.has(key)) found.set(key, countryName(code));
  };
  for (const code of countryCodes) add(countryName(code), code);
  for (const code of countryCodes) add(code, code);
  for (const { alpha2, alpha3 } of iso31661) add(alpha3, alpha2);
  for (const [spelling, code] of Object.entries(OTHER_CODES)) add(spelling, code);
  for (const [code, ...variants] of VARIANTS) for (const variant of variants) add(variant, code);
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of countryCodes) add(display.of(code) ?? '', code);
  }
  for (const name of [...found.values()]) found.set(name, name);
  return found;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^\p{L}]+/gu, '')
    .replace(/^the(?=..)/, '');
}
