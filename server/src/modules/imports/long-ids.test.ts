/** Ids of videos and sounds: which of them lost digits, judged by their form and by the whole file. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, answer, ID, lines, OTHER_ID, scraped, video } from '../../testing/foreign-files.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

/** A real TikTok id that happens to end in zeros. */
const ROUND = '7277592992515444000';
const ROUND_SOUND = '7100000000000124000';
const WHOLE_SOUND = '7100000000000000123';
const OTHER_SOUND = '7100000000000000456';
const nth = (index: number) => String(BigInt(ID) + BigInt(index) * 4_099n);
/** The digits after conversion to a JavaScript number. */
const rounded = (digits: string) => String(Number(digits));

describe('long ids in a file', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from tiktok_videos'));

  const load = async (content: string, options: Parameters<TestImports['load']>[2] = {}) => {
    const loaded = await imports.load('tiktok-videos', content, options);
    const rows = await imports.rows('tiktok-videos');
    return { ...loaded, addresses: rows.map(({ video: address }) => address), sounds: rows.map(({ sound_id: sound }) => sound) };
  };
  const research = (...rows: readonly (readonly [id: string, sound: string])[]) =>
    `id,username,create_time,music_id\n${rows.map(([id, sound]) => `${id},mila.draws,1772000000,${sound}\n`).join('')}`;
  const own = (...rows: readonly (readonly [address: string, sound: string])[]) =>
    `author,video,posted_at,sound_id\n${rows.map(([address, sound]) => `@mila.draws,${address},1772000000,${sound}\n`).join('')}`;

  it.each([
    ['alone in a JSON string', lines({ ...JSON.parse(video('1')), id: ROUND })],
    ['in JSON strings that all end so', lines(scraped(ROUND), scraped(rounded(ID)))],
    ['as a number among whole ones', answer(video(ROUND), video(ID), video(OTHER_ID))],
    ['in CSV among whole ones', research([ROUND, ''], [ID, ''], [OTHER_ID, ''])],
    ['in one address among whole ones', own([addressOf(ROUND), ''], [addressOf(ID), ''], [addressOf(OTHER_ID), ''])],
    ['as half of the ids', research([ROUND, ''], [ID, ''])],
    ['in the one address of a file', own([addressOf(ROUND), ''])],
  ])('an id that happens to end in zeros is kept, %s', async (_, content) => {
    const { report, addresses } = await load(content);
    expect(report.rejects).toEqual([]);
    expect(addresses).toContain(addressOf(ROUND));
  });

  it.each([
    ['numbers', answer(...[1, 2, 3].map((index) => video(rounded(nth(index)))), video(OTHER_ID))],
    ['CSV', research(...[1, 2, 3].map((index) => [rounded(nth(index)), ''] as const), [OTHER_ID, ''])],
    [
      'CSV of a spreadsheet, which keeps fifteen digits',
      research(...[1, 2, 3].map((index) => [`${nth(index * 1000).slice(0, 15)}0000`, ''] as const), [OTHER_ID, '']),
    ],
    ['addresses', own(...[1, 2, 3].map((index) => [addressOf(rounded(nth(index))), ''] as const), [addressOf(OTHER_ID), ''])],
    [
      'addresses that were made of the ids',
      lines(
        ...[1, 2, 3].map((index) =>
          JSON.stringify(scraped('@@'))
            .replace('"@@"', rounded(nth(index)))
            .replace('@@', rounded(nth(index))),
        ),
        scraped(OTHER_ID),
      ),
    ],
  ])(
    'where most ids of a file end in zeros, those rows are refused with a hint on how to export them: %s',
    async (_, content) => {
      const { rejects, addresses } = await load(content);
      expect(addresses).toEqual([addressOf(OTHER_ID)]);
      expect(rejects).toHaveLength(3);
      for (const { reason, raw } of rejects) {
        expect(reason).toMatch(/lost its last digits.*most.*of this file.*[Ee]xport ids as text/);
        expect(raw).not.toBe('');
      }
    },
  );

  it.each(['7.27759E+18', '7,27759E+18', '7.27759e18', '7277592992515444000.0'])(
    'an address with the id %s is refused, and is no video with a shorter id',
    async (id) => {
      const { rejects, addresses } = await load(
        own([`"${addressOf(id)}"`, ''], [`"${addressOf(id)}?lang=en"`, ''], [addressOf(ID), '']),
      );
      expect(addresses).toEqual([addressOf(ID)]);
      expect(rejects.map(({ reason }) => reason)).toEqual([
        expect.stringContaining('has lost its last digits'),
        expect.stringContaining('has lost its last digits'),
      ]);
      const inJson = await load(lines({ ...scraped(ID), id: undefined, webVideoUrl: addressOf(id) }));
      expect(inJson.rejects).toMatchObject([{ reason: expect.stringContaining('has lost its last digits') }]);
    },
  );

  it('an address made from a rounded id is refused with the id', async () => {
    const content = JSON.stringify(scraped('@@')).replaceAll('"@@"', rounded(ID)).replaceAll('@@', rounded(ID));
    const { rejects, addresses } = await load(content);
    expect(addresses).toEqual([]);
    expect(rejects).toMatchObject([{ reason: expect.stringContaining('has lost its last digits') }]);
  });

  it('an address without a valid id is refused', async () => {
    const { rejects } = await load(own([addressOf('7301abc'), ''], [addressOf('99999999999999999999'), '']));
    expect(rejects.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('is not a video ID'),
      expect.stringContaining('is not a video ID'),
    ]);
  });

  it('a lost id is refused beside an address with a different id', async () => {
    const { rejects, addresses } = await load(lines(scraped(OTHER_ID, { id: '6.1e+18' }), scraped(ID, { id: '7.3012E+18' })));
    expect(addresses).toEqual([addressOf(ID)]);
    expect(rejects).toMatchObject([{ reason: expect.stringContaining('does not match the one in its URL') }]);
  });

  it.each([
    [
      'in JSON strings',
      lines(
        { ...scraped(ID), musicMeta: { musicId: ROUND_SOUND } },
        { ...scraped(OTHER_ID), musicMeta: { musicId: ROUND_SOUND } },
      ),
    ],
    ['as the one sound of a file', research([ID, ROUND_SOUND], [OTHER_ID, ROUND_SOUND])],
    ['under a header of the table', own([addressOf(ID), ROUND_SOUND], [addressOf(OTHER_ID), ROUND_SOUND])],
    ['among whole ones', research([ID, ROUND_SOUND], [OTHER_ID, WHOLE_SOUND])],
  ])('a sound that happens to end in zeros is kept, %s', async (_, content) => {
    const { sounds, report } = await load(content);
    expect(sounds).toContain(ROUND_SOUND);
    expect(report.left_blank).toEqual([]);
  });

  it.each([
    ['the headers of the network', research],
    [
      'the headers of the table',
      (...rows: readonly (readonly [string, string])[]) => own(...rows.map(([id, sound]) => [addressOf(id), sound] as const)),
    ],
  ])('sound ids that lost their digits are left blank and reported, under %s', async (_, file) => {
    const { sounds, report, rejects } = await load(
      file([ID, '7.1E+18'], [OTHER_ID, '7.1E+18'], [nth(3), WHOLE_SOUND], [nth(4), OTHER_SOUND], [nth(5), ROUND_SOUND]),
    );
    expect(rejects).toEqual([]);
    expect(sounds).toEqual(expect.arrayContaining([null, null, WHOLE_SOUND, ROUND_SOUND]));
    expect(report.left_blank).toEqual([{ column: 'sound_id', value: '7.1E+18', rows: 2 }]);
  });

  it('where most sound ids of a file end in zeros, those are left blank and reported with their number', async () => {
    const sound = (index: number) => rounded(String(BigInt(WHOLE_SOUND) + BigInt(index) * 4_099n));
    const { sounds, report } = await load(
      research([ID, sound(1)], [OTHER_ID, sound(1)], [nth(3), sound(2)], [nth(4), WHOLE_SOUND], [nth(5), sound(3)]),
      { isDryRun: false },
    );
    expect(sounds.filter((id) => id !== null)).toEqual([WHOLE_SOUND]);
    expect(report.left_blank).toEqual([
      { column: 'sound_id', value: sound(1), rows: 2 },
      { column: 'sound_id', value: sound(2), rows: 1 },
      { column: 'sound_id', value: sound(3), rows: 1 },
    ]);
  });

  it('values that are no sound id are reported, and 0 means no sound', async () => {
    const { report } = await load(lines(video(ID, { music_id: 'none such' }), video(OTHER_ID, { music_id: 0 })));
    expect(report.left_blank).toEqual([{ column: 'sound_id', value: 'none such', rows: 1 }]);
  });

  it('a mapped column keeps every digit of a number', async () => {
    const content = `{"who":"@mila.draws","where":"${addressOf(ID)}","when":1772000000,"music":${WHOLE_SOUND}}\n`;
    const mapping = { who: 'author', where: 'video', when: 'posted_at', music: 'sound_id' };
    expect((await load(content, { mapping })).sounds).toEqual([WHOLE_SOUND]);
  });

  it('a long file of lost ids is not kept in memory, and every row of it is refused', async () => {
    const content = research(...Array.from({ length: 30_000 }, (_, index) => [rounded(nth(index)), ''] as const));
    const { report, rejects } = await load(content);
    expect(report).toMatchObject({ rows_read: 30_000, rejected: 30_000, added: 0 });
    expect(rejects).toHaveLength(30_000);
    expect(report.rejects.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
  });
});
