/** Tries to bring erased people back under other spellings, and checks that nobody else is kept out. */
import { eraseNow } from '@leadloom/server/modules/erasure/erase-now.service';
import { importFile } from '@leadloom/server/modules/imports/import-file';
import type { PersonFacts } from '@leadloom/server/modules/suppression/person/person-keys';
import { openSuppressionKey } from '@leadloom/server/modules/suppression/suppression-key.service';
import { loadSuppressionList, type SuppressionList } from '@leadloom/server/modules/suppression/suppressions.service';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SPELLINGS = 10_000;
const IMPORTED = 300;

interface Victim {
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly slug: string;
  readonly domain: string;
  readonly company: string;
}

const victims: readonly Victim[] = [
  victim('Maren', 'Høltby', 'maren.holtby@nordlys.example', 'maren-høltby-1a2b', 'nordlys.example', 'Nordlys Freight AS'),
  victim('José Luís', 'Muñoz-Peña', 'jose.munoz.pena.leadloom@gmail.com', 'josé-muñoz', 'kestrel.example', 'Kestrel Works'),
  victim('Jürgen', 'Groß', 'j.gross@weberei.example', 'jürgen-groß-77', 'weberei.example', 'Weberei Groß GmbH'),
  victim('Siobhán', 'O’Dálaigh', 'siobhan@tidewrack.example', 'siobhan-odalaigh', 'tidewrack.example', 'Tidewrack'),
  victim('Łukasz', 'Dąbrowski', 'lukasz.dabrowski@lantern.example', 'lukasz-dabrowski', 'lantern.example', 'Lantern Sp. z o.o.'),
  victim('Андрей', 'Ветров', 'a.vetrov@veter.example', 'андрей-ветров', 'veter.example', 'Ветер'),
];

function victim(first: string, last: string, email: string, slug: string, domain: string, company: string): Victim {
  return { first, last, email, slug, domain, company };
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomNumbers(7);
const pick = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};
const inSomeCase = (text: string) =>
  pick([text, text.toUpperCase(), text.toLowerCase(), [...text].map((letter) => pick([letter, letter.toUpperCase()])).join('')]);
const bare: Readonly<Record<string, string>> = { ø: 'o', Ø: 'O', ß: 'ss', ł: 'l', Ł: 'L' };
const withoutAccents = (text: string) =>
  [
    ...text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .normalize('NFC'),
  ]
    .map((letter) => bare[letter] ?? letter)
    .join('');
const typedOut = (text: string) => text.replaceAll('ü', 'ue').replaceAll('ø', 'oe').replaceAll('ß', 'ss');

function someName({ first, last }: Victim): string {
  const accents = pick([(text: string) => text, withoutAccents, (text: string) => text.normalize('NFD'), typedOut]);
  const [one, other] = [accents(first), accents(last)].map((text) =>
    pick([text, text.replaceAll('’', "'"), text.replaceAll('’', ''), text.replaceAll('-', ' ')]),
  );
  const title = pick(['', '', 'Dr. ', 'Prof. Dr. ', 'Mr ', 'Ms. ', 'Dipl.-Ing. ', 'Sir ', 'Herr ']);
  const end = pick(['', '', ', PhD', ' MBA', ', Ph.D.', ' (she/her)', ', CFA, CPA']);
  const named = pick([
    `${one} ${other}`,
    `${one}  ${other}`,
    `${other} ${one}`,
    ...(end.startsWith(',') ? [] : [`${other}, ${one}`]),
  ]);
  return inSomeCase(`${title}${named}${end}`);
}

function someEmail({ email }: Victim): string {
  if (!email.endsWith('@gmail.com')) return inSomeCase(pick([email, ` ${email} `, `mailto:${email}`]));
  const local = email.slice(0, email.indexOf('@')).replaceAll('.', '');
  const dotted = [...local].map((letter, at) => (at > 0 && random() < 0.3 ? `.${letter}` : letter)).join('');
  return inSomeCase(`${dotted}${pick(['', '+news', '+a.b'])}@${pick(['gmail.com', 'googlemail.com'])}`);
}

function someProfile({ slug }: Victim): string {
  const scheme = pick(['https://', 'http://', '', '//', 'HTTPS://']);
  const host = pick(['www.linkedin.com', 'linkedin.com', 'de.linkedin.com', 'LinkedIn.com', 'm.linkedin.com', 'uk.linkedin.com']);
  const name = pick([slug, encodeURIComponent(slug), slug.toUpperCase(), slug.normalize('NFD'), encodeURI(slug).toLowerCase()]);
  const end = pick(['', '/', '/de', '/details/experience/', '?trk=people', '#about', '/?locale=de_DE', '//']);
  return `${scheme}${host}/${pick(['in', 'IN', 'mwlite/in'])}/${name}${end}`;
}

/** One of the ways in which a row names the person. */
function spelling(person: Victim): PersonFacts {
  const other = `someone${Math.floor(random() * 1e9)}@elsewhere.example`;
  return pick<() => PersonFacts>([
    () => ({ emails: [someEmail(person)] }),
    () => ({ names: ['Somebody Else'], emails: [someEmail(person)], websites: ['elsewhere.example'] }),
    () => ({ profiles: [someProfile(person)], emails: [other] }),
    () => ({
      names: [someName(person)],
      websites: [pick([person.domain, `https://www.${person.domain}/about?x=1`, person.domain.toUpperCase()])],
    }),
    () => ({ names: [someName(person)], emails: [`press@${person.domain}`] }),
    () => ({ names: [someName(person)], employers: [inSomeCase(person.company)] }),
  ])();
}

const firsts = 'Ane Bo Cato Dina Eirik Frida Gard Hedda Ivar Jorunn Kaia Leif Mina Njål Oda Pål Quin Runa Sol Tora Ulf Vår'.split(
  ' ',
);
const lasts = 'Aker Berge Cappel Dahl Eng Foss Gran Haug Iversen Juul Krog Lie Moe Nes Opdal Ruud Sand Tveit Utne Vik'.split(' ');
const [one] = victims;

/** Somebody else, who shares what different people can share. */
function stranger(at: number): PersonFacts {
  const person = pick(victims);
  const named = `${pick(firsts)} ${pick(lasts)}`;
  return pick<() => PersonFacts>([
    () => ({ names: [named], websites: [person.domain], employers: [person.company] }),
    () => ({ names: [`${person.first} ${person.last}`], websites: [`firm${at}.example`], employers: [person.company] }),
    () => ({ names: [`${person.first} ${person.last}`], employers: [`Firm ${at}`] }),
    () => ({ names: [`${person.first} ${person.last}`] }),
    () => ({ names: [`${person.first} ${person.last}`], emails: [`person${at}@gmail.com`] }),
    () => ({ names: [`${person.first} ${pick(lasts)}`], emails: [`p${at}@${person.domain}`] }),
    () => ({ names: [named], profiles: [`https://www.linkedin.com/in/${person.slug}-${at}`] }),
    () => ({ names: [named], profiles: [`https://www.linkedin.com/company/${person.slug}`] }),
    // A namesake at the same employer, who is another member.
    () => ({
      names: [`${person.first} ${person.last}`],
      profiles: [`https://www.linkedin.com/in/${person.slug}-${at}`],
      employers: [person.company],
    }),
    () => ({ emails: [`${at}${person.email}`] }),
    () => ({ names: [named], emails: [`${named.replace(' ', '.').toLowerCase()}${at}@gmail.com`] }),
  ])();
}

describe('people who were erased', () => {
  let server: TestServer;
  let list: SuppressionList;
  let key: Buffer;
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false });
    const { database, platform } = server;
    key = await openSuppressionKey(database, platform.secrets);
    const header = 'name,email,linkedin_url,company_website,company_name';
    const rows = victims.map(
      ({ first, last, email, slug, domain, company }) =>
        `"${first} ${last}",${email},https://www.linkedin.com/in/${encodeURIComponent(slug)},https://${domain},"${company}"`,
    );
    await load(`${header}\n${rows.join('\n')}\n`);
    for (const { email } of victims) await eraseNow({ ...platform, mailQueue: null }, { email }, { isDryRun: false });
    list = await loadSuppressionList(database, key);
  });
  afterAll(() => server.close());

  async function* bytesOf(text: string): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  const load = (text: string) =>
    importFile(server.database, tableByName('people'), bytesOf(text), {
      format: 'csv',
      encoding: null,
      mustBeGzip: false,
      mapping: {},
      source: 'list.csv',
      now: new Date(),
      maxRejects: null,
      keepsKnown: false,
      isDryRun: false,
      suppressionKey: key,
    });
  const count = async () => Number((await server.database.$client.query('select count(*) from people')).rows[0]?.count);

  it(`${SPELLINGS} spellings of them are recognised, and ${SPELLINGS} other people are not`, () => {
    const missed = Array.from({ length: SPELLINGS }, () => spelling(pick(victims))).filter((facts) => !list.holds(facts));
    expect(missed.slice(0, 5)).toEqual([]);
    const mistaken = Array.from({ length: SPELLINGS }, (_, at) => stranger(at)).filter((facts) => list.holds(facts));
    expect(mistaken.slice(0, 5)).toEqual([]);
  });

  it('a file with hundreds of their spellings among other people loads the others alone', async () => {
    const cell = (text: string | undefined) => `"${(text ?? '').replaceAll('"', '""')}"`;
    const line = ({ names, emails, profiles, websites, employers }: PersonFacts, at: number) =>
      [names?.[0] ?? `Row ${at}`, emails?.[0], profiles?.[0], websites?.[0], employers?.[0]].map(cell).join(',');
    const theirs = Array.from({ length: IMPORTED }, () => spelling(pick(victims)));
    const others = Array.from({ length: IMPORTED }, (_, at) => ({ ...stranger(at), emails: [`other${at}@mail${at}.example`] }));
    const lines = [...theirs, ...others].map(line);
    const report = await load(`name,email,linkedin_url,company_website,company_name\n${lines.join('\n')}\n`);
    expect({ held: report.held_back, rejected: report.rejected }).toEqual({ held: IMPORTED, rejected: 0 });
    expect(report.added).toBe(IMPORTED - report.duplicates);
    expect(await count()).toBe(report.added);
  });

  it('without the key of the list, nothing is loaded', async () => {
    const before = await count();
    const options = {
      format: 'csv',
      encoding: null,
      mustBeGzip: false,
      mapping: {},
      source: 'list.csv',
      now: new Date(),
    } as const;
    const loading = importFile(server.database, tableByName('people'), bytesOf(`name,email\nA,${one?.email}\n`), {
      ...options,
      maxRejects: null,
      keepsKnown: false,
      isDryRun: false,
    });
    await expect(loading).rejects.toThrow(/suppression list/);
    expect(await count()).toBe(before);
  });

  it('the database holds neither their names nor their addresses', async () => {
    const { rows } = await server.database.$client.query<{ text: string }>(
      'select erasures::text as text from erasures union all select suppressions::text from suppressions union all select row_changes::text from row_changes',
    );
    const all = rows.map(({ text }) => text.toLowerCase()).join('\n');
    for (const { email, slug, domain } of victims)
      expect([email, slug, domain].filter((part) => all.includes(part.toLowerCase()))).toEqual([]);
  });
});
