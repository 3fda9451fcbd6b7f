/** A person who looks at rows all day, opens them, puts them on a list, tags and notes them, exports, and collects people. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { personAnswer } from '@leadloom/server/testing/linkedin-answers';
import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { parseProfile } from '@leadloom/shared/contract/linkedin';
import { createRowList, getRowTags, listRowNotes } from '@leadloom/shared/contract/my-row-changes';
import { MAX_ROW_TAGS } from '@leadloom/shared/contract/my-rows';
import { exportPreviewSchema, tableEndpoints } from '@leadloom/shared/contract/tables';
import { exportPath, filterSets, listPath } from '../tables/dataset/company-queries.ts';
import { itemAt } from '../tables/dataset/random.ts';
import type { Diary } from './diary.ts';
import type { Session } from './session.ts';

const API = '/api/v1';
/** Milliseconds of reading between two actions. */
const THINKING = { least: 400, most: 1_600 } as const;
const EXPORTED_ROWS = 2_000;
const PAGES = 5;
const list = tableEndpoints.companies.list;

export interface Person {
  readonly session: Session;
  /** Resolves once the last action is done. */
  work(isOver: () => boolean): Promise<void>;
  /** Reads what was acknowledged. @returns how much of it is missing */
  countLost(): Promise<number>;
  /** The number of acknowledged writes. */
  acknowledged(): number;
}

export function createPerson(session: Session, diary: Diary, rows: number): Person {
  const sets = filterSets(rows);
  const listed = new Set<number>();
  const noted = new Map<number, string[]>();
  const tagged = new Map<number, string[]>();
  const collected = new Set<string>();
  /** Rows on the screen. */
  let seen: readonly number[] = [];
  let listId: number | null = null;

  const chosen = (): number | undefined => (seen.length === 0 ? undefined : seen[randomInt(seen.length)]);

  async function browse(): Promise<void> {
    const { queries } = itemAt(sets, randomInt(sets.length));
    const { filters } = itemAt(queries, randomInt(queries.length));
    await session.signIn();
    const start = performance.now();
    const text = await session.ask({ method: 'GET', path: listPath({ filters, page: randomInt(1, PAGES) }).slice(API.length) });
    if (text === null) return;
    diary.listed(start);
    const page = list.success.body.safeParse(JSON.parse(text));
    if (!page.success) return diary.error(`a list that is none: ${page.error.message.slice(0, 200)}`);
    seen = page.data.data.map(({ id }) => id);
  }

  async function open(): Promise<void> {
    const id = chosen();
    if (id === undefined) return;
    for (const part of ['', '/related', '/history']) await session.ask({ method: 'GET', path: `/table/companies/${id}${part}` });
  }

  async function putOnList(): Promise<void> {
    if (listId === null) {
      const body = { name: `List ${randomUUID()}`, table: 'companies' };
      const text = await session.write({ method: 'POST', path: createRowList.path, body });
      if (text === null) return;
      listId = createRowList.success.body.parse(JSON.parse(text)).id;
    }
    const ids = seen.slice(0, randomInt(1, 6));
    if (ids.length === 0) return;
    if ((await session.write({ method: 'POST', path: `/lists/${listId}/rows`, body: { ids } })) === null) return;
    for (const id of ids) listed.add(id);
  }

  async function tag(): Promise<void> {
    const id = chosen();
    if (id === undefined) return;
    const tags = [...(tagged.get(id) ?? []), `tag ${randomInt(1_000)}`].slice(-MAX_ROW_TAGS);
    const wanted = [...new Set(tags)];
    if ((await session.write({ method: 'PUT', path: `/table/companies/${id}/tags`, body: { tags: wanted } })) === null) return;
    tagged.set(id, wanted);
  }

  async function note(): Promise<void> {
    const id = chosen();
    if (id === undefined) return;
    const text = `Called, ${randomUUID()}`;
    const path = `/table/companies/${id}/notes`;
    const isThere = async () => (await readNotes(id)).has(text);
    if ((await session.write({ method: 'POST', path, body: { text } }, isThere)) === null) return;
    noted.set(id, [...(noted.get(id) ?? []), text]);
  }

  async function readNotes(id: number): Promise<ReadonlySet<string>> {
    const text = await session.ask({ method: 'GET', path: `/table/companies/${id}/notes` });
    if (text === null) return new Set();
    return new Set(listRowNotes.success.body.parse(JSON.parse(text)).data.map((each) => each.text));
  }

  async function exportRows(): Promise<void> {
    const { queries } = itemAt(sets, randomInt(sets.length));
    const { filters } = itemAt(queries, randomInt(queries.length));
    const path = exportPath(filters, EXPORTED_ROWS).slice(API.length);
    const before = await previewRows(path);
    const file = await session.ask({ method: 'GET', path });
    if (before === null || file === null) return;
    // The header has a line, too; no value of these rows has a line break.
    const rows = file.split('\n').length - 2;
    // An import may have changed what matches meanwhile.
    if (rows !== before && before === (await previewRows(path)))
      diary.error(`an export of ${rows} rows, when the preview said ${before}`);
  }

  async function previewRows(path: string): Promise<number | null> {
    const text = await session.ask({ method: 'GET', path: path.replace('/export', '/export/preview') });
    return text === null ? null : exportPreviewSchema.parse(JSON.parse(text)).rows;
  }

  async function collect(): Promise<void> {
    const key = randomUUID().replaceAll('-', '');
    const answer = personAnswer({ memberId: `ACoAA${key}`, slug: `person-${key}`, headline: 'Works at Soakling' });
    const content = { url: `https://www.linkedin.com/in/person-${key}`, p1: answer, p2: null };
    const text = await session.write({ method: 'POST', path: parseProfile.path, body: { content } });
    if (text !== null) collected.add(parseProfile.success.body.parse(JSON.parse(text)).user_id);
  }

  /** Activities, with their number in a hundred actions. */
  const activities = [
    ['browse', 55, browse],
    ['open', 12, open],
    ['put on a list', 8, putOnList],
    ['tag', 6, tag],
    ['note', 7, note],
    ['export', 4, exportRows],
    ['collect', 8, collect],
  ] as const;

  async function act(): Promise<void> {
    let draw = randomInt(100);
    for (const [name, share, work] of activities) {
      draw -= share;
      if (draw >= 0) continue;
      await work();
      diary.done(name);
      return;
    }
  }

  async function lostRows(): Promise<number> {
    if (listId === null) return 0;
    const found = new Set<number>();
    for (let page = 1; ; page += 1) {
      const text = await session.ask({ method: 'GET', path: `${list.path}?list=${listId}&per_page=100&page=${page}` });
      const { data } = list.success.body.parse(JSON.parse(text ?? ''));
      for (const { id } of data) found.add(id);
      if (data.length < 100) break;
    }
    return [...listed].filter((id) => !found.has(id)).length;
  }

  async function lostPeople(): Promise<number> {
    const text = await session.ask({ method: 'GET', path: `${listProfiles.path}?per_page=1` });
    return Math.max(0, collected.size - listProfiles.success.body.parse(JSON.parse(text ?? '')).total);
  }

  return {
    session,
    work: async (isOver) => {
      await browse();
      while (!isOver()) {
        await act();
        await sleep(randomInt(THINKING.least, THINKING.most));
      }
    },
    acknowledged: () =>
      listed.size + collected.size + [...noted.values(), ...tagged.values()].reduce((sum, each) => sum + each.length, 0),
    countLost: async () => {
      let lost = (await lostRows()) + (await lostPeople());
      for (const [id, texts] of noted) {
        const found = await readNotes(id);
        lost += texts.filter((text) => !found.has(text)).length;
      }
      for (const [id, tags] of tagged) {
        const text = await session.ask({ method: 'GET', path: `/table/companies/${id}/tags` });
        const found = new Set(getRowTags.success.body.parse(JSON.parse(text ?? '')).tags);
        lost += tags.filter((each) => !found.has(each)).length;
      }
      return lost;
    },
  };
}
