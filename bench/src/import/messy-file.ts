/**
 * Files as people have them, and what they mean: three encodings and separators, lines above the header, headers that come
 * again, line breaks in quotes, dates that only their column settles, ranges, amounts with units, country codes, names in
 * two cells, and cells that nobody can read.
 */
import { encodeText, type TextEncoding } from '@leadloom/server/modules/imports/source/encode-text';
import { createRandom, itemAt, type Random } from '../tables/dataset/random.ts';

/** Cells by column; null: blank, or a cell that nobody can read. */
export type TrueRow = Readonly<Record<string, unknown>>;

export interface MessyFile {
  readonly name: string;
  readonly table: 'companies' | 'people';
  /** The text of rows from one number up to another, with what stands before them. */
  readonly part: (from: number, to: number) => Buffer;
  readonly truth: (index: number) => TrueRow;
}

interface Dialect {
  readonly name: string;
  readonly table: MessyFile['table'];
  readonly encoding: TextEncoding;
  readonly separator: string;
  readonly lineEnd: string;
  readonly above: readonly string[];
  readonly headers: readonly string[];
  readonly point: string;
}

const HEADER_AGAIN = 5_000;

const dialects: readonly Dialect[] = [
  {
    name: 'UTF-8, commas',
    table: 'companies',
    encoding: { label: 'utf-8', hasMark: false },
    separator: ',',
    lineEnd: '\n',
    above: ['Our pipeline of spring', 'not for resale'],
    headers: [
      'Startup Name',
      'Homepage',
      'Country Code',
      'Town',
      'Team Size',
      'Last Funding Date',
      'Sales',
      'One Liner',
      'Sector',
    ],
    point: '.',
  },
  {
    name: 'Windows-1252, semicolons',
    table: 'companies',
    encoding: { label: 'windows-1252', hasMark: false },
    separator: ';',
    lineEnd: '\r\n',
    above: [],
    headers: ['Firmenname', 'Webseite', 'Land', 'Stadt', 'Mitarbeiterzahl', 'Funding Date', 'Umsatz', 'Beschreibung', 'Branche'],
    point: ',',
  },
  {
    name: 'UTF-16 with a mark, tabs',
    table: 'companies',
    encoding: { label: 'utf-16le', hasMark: true },
    separator: '\t',
    lineEnd: '\r\n',
    above: ['Liste'],
    headers: ['Entreprise', 'Site web', 'Pays', 'Ville', 'Effectif', 'Last Round Date', 'Revenue', 'Présentation', 'Secteur'],
    point: '.',
  },
  {
    name: 'people in Windows-1252, bars',
    table: 'people',
    encoding: { label: 'windows-1252', hasMark: false },
    separator: '|',
    lineEnd: '\n',
    above: ['Messe im Herbst'],
    headers: ['Vorname', 'Nachname', 'E-Mail', 'Firma', 'Land', 'Ort', 'Telefon'],
    point: ',',
  },
];

const COUNTRIES = [
  ['DEU', 'Germany'],
  ['NOR', 'Norway'],
  ['FRA', 'France'],
  ['ESP', 'Spain'],
  ['ITA', 'Italy'],
] as const;
const CITIES = ['Köln', 'Málaga', 'Zürich', 'Besançon', "L'Aquila"] as const;
/** Sectors as written in the file, and as the table spells them. */
const SECTORS: readonly (readonly [text: string, meant: readonly string[]])[] = [
  ['SaaS', ['SaaS']],
  ['Fintech; SaaS', ['FinTech', 'SaaS']],
  ['Energy', ['Energy']],
  ["['Food', 'Retail']", ['Food', 'Retail']],
];
/** Ranges as written in the file, with their ends. */
const RANGES: readonly (readonly [text: string, from: number, to: number])[] = [
  ['11 - 50', 11, 50],
  ['501 to 1000 Employees', 501, 1000],
  ['10,001+', 10_001, Number.MAX_SAFE_INTEGER],
  ['51–200', 51, 200],
  ['under 10', 0, 9],
  ['1 à 9', 1, 9],
  ['200 bis 499 Mitarbeiter', 200, 499],
];
const UNREADABLE_COUNTS = ['Oct-50', 'many', 'a few'] as const;
const UNREADABLE_AMOUNTS = ['soon', 'tbd', '€ 5M'] as const;

export function messyFiles(): readonly MessyFile[] {
  return dialects.map((dialect, nth) => ({
    name: dialect.name,
    table: dialect.table,
    truth: (index) => rowOf(dialect, nth, index).truth,
    part: (from, to) => {
      const { separator, lineEnd, encoding, headers, above } = dialect;
      const line = (cells: readonly string[]) => `${cells.map((cell) => written(cell, separator)).join(separator)}${lineEnd}`;
      let text = from === 0 ? `${above.map((title) => `${title}${lineEnd}`).join('')}${line(headers)}` : '';
      for (let index = from; index < to; index += 1) {
        if (index > 0 && index % HEADER_AGAIN === 0) text += line(headers);
        text += line(rowOf(dialect, nth, index).cells);
      }
      return encodeText(text, encoding, from === 0);
    },
  }));
}

function written(cell: string, separator: string): string {
  return /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

interface WrittenRow {
  readonly cells: readonly string[];
  readonly truth: TrueRow;
}

function rowOf({ table, point }: Dialect, nth: number, index: number): WrittenRow {
  if (table === 'people') return personOf(nth, index);
  const random = createRandom(index * 3 + nth);
  const name = `Kåre & "Søn" ${nth}-${index}`;
  const website = `www.firm-${nth}-${index}.example/start`;
  const [code, country] = itemAt(COUNTRIES, random.below(COUNTRIES.length));
  const city = itemAt(CITIES, random.below(CITIES.length));
  const employees = employeesOf(random);
  const day = dayOf(random, index);
  const revenue = revenueOf(random, point);
  const [sectors, verticals] = itemAt(SECTORS, random.below(SECTORS.length));
  const description = random.chance(0.3) ? `First line, of "two"\nsecond; line ${index}` : `Tea, and ${index} kettles`;
  return {
    cells: [name, website, code, city, employees.text, day.text, revenue.text, description, sectors],
    truth: {
      name,
      website,
      country,
      city,
      ...employees.truth,
      last_financing_on: day.truth,
      revenue: revenue.truth,
      description,
      verticals,
    },
  };
}

function personOf(nth: number, index: number): WrittenRow {
  const random = createRandom(index * 3 + nth);
  const [first, last] = [`Åse "${index}"`, `O'Brien-Ñandú ${nth}`];
  const email = `ase.${index}@firm-${index % 700}.example`;
  const [code, country] = itemAt(COUNTRIES, random.below(COUNTRIES.length));
  const city = itemAt(CITIES, random.below(CITIES.length));
  const hasPhone = random.chance(0.8);
  return {
    cells: [
      first,
      last,
      random.chance(0.3) ? `${email}; office@firm.example` : email,
      `Firm ${index % 700}`,
      code,
      city,
      hasPhone ? `+49 221 ${index}` : 'k.A.',
    ],
    truth: {
      name: `${first} ${last}`,
      email,
      company_name: `Firm ${index % 700}`,
      country,
      city,
      phone: hasPhone ? `+49 221 ${100_000 + index}` : null,
    },
  };
}

function employeesOf(random: Random) {
  const blank = { employee_count: null, employee_range: null, employee_range_from: null, employee_range_to: null };
  if (random.chance(0.05)) return { text: random.chance(0.5) ? '' : itemAt(UNREADABLE_COUNTS, random.below(3)), truth: blank };
  if (random.chance(0.5)) {
    const [text, from, to] = itemAt(RANGES, random.below(RANGES.length));
    return { text, truth: { ...blank, employee_range: text, employee_range_from: from, employee_range_to: to } };
  }
  const count = random.below(5_000);
  const written = random.chance(0.5) ? String(count) : count.toLocaleString('en');
  return { text: count % 50 === 0 ? `~${written}` : written, truth: { ...blank, employee_count: count } };
}

/** A day, written day first; most days of a year could be read month first, too. */
function dayOf(random: Random, index: number) {
  if (random.chance(0.1)) return { text: random.chance(0.5) ? 'n/a' : '31/02/2023', truth: null };
  const [day, month] = [index % 997 === 500 ? 25 : 1 + random.below(12), 1 + random.below(12)];
  const [dd, mm] = [day, month].map((number) => String(number).padStart(2, '0'));
  const truth = `2023-${mm}-${dd}`;
  return { text: random.chance(0.7) ? `${dd}/${mm}/2023` : truth, truth };
}

function revenueOf(random: Random, point: string) {
  if (random.chance(0.1)) return { text: random.chance(0.5) ? '' : itemAt(UNREADABLE_AMOUNTS, random.below(3)), truth: null };
  const tenths = 1 + random.below(900);
  const millions = (tenths / 10).toFixed(1).replace('.', point);
  const forms = [`$${millions}M`, millions, `$${tenths * 100}K`, `US$ ${tenths * 100}k`];
  return { text: itemAt(forms, random.below(forms.length)), truth: tenths / 10 };
}
