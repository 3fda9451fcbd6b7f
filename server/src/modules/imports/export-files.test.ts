/** Files as other programs export them, with invented rows. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

describe('files of other programs', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() =>
    imports.database.$client.query(
      'delete from companies; delete from investors; delete from people; delete from shopify; delete from tiktok_videos',
    ),
  );

  it('videos with flat names of author and sound are read', async () => {
    const { report } = await imports.load(
      'tiktok-videos',
      'id,text,authorName,musicName,musicAuthor,musicId,diggCount,playCount,shareCount,commentCount,createTime,hashtags\n' +
        '7320000000000000123,Drawing,mila.draws,original sound,Mila,6900,120,4500,3,7,1704448800,2\n' +
        '7320000000000000124,More,@ben.sings,Song,Ben,5000000001,1.2M,12.3M,3K,7,1704448801,3\n',
    );
    expect(report).toMatchObject({ added: 2, rejected: 0 });
    expect(await imports.rows('tiktok-videos')).toMatchObject([
      { author_unique_id: 'mila.draws', sound_id: '6900', sound_title: 'original sound', like_count: 120, hashtags: null },
      { author: 'https://www.tiktok.com/@ben.sings', sound_id: '5000000001', play_count: 12_300_000, share_count: 3_000 },
    ]);
  });

  it('the author of a video is made of a user name, or read out of its address', async () => {
    const video = (name: string, end: number) => `https://www.tiktok.com/@${name}/video/73200000000000001${end}`;
    const { report } = await imports.load(
      'tiktok-videos',
      `video_id,video_link,user_name,n_likes,time uploaded\n7320000000000000151,${video('mila.draws', 51)},Mila.Draws,1,2024-01-05 10:00:00\n`,
    );
    expect(report).toMatchObject({ added: 1, rejected: 0 });
    await imports.load('tiktok-videos', `video_link,n_likes,time uploaded\n${video('ben.sings', 52)},1,2024-01-05 10:00:00\n`);
    await imports.load('tiktok-videos', JSON.stringify({ video: video('eva.bakes', 53), posted_at: '2024-01-05' }));
    expect(await imports.rows('tiktok-videos')).toMatchObject([
      { author: 'https://www.tiktok.com/@mila.draws', author_unique_id: 'mila.draws', like_count: 1 },
      { author: 'https://www.tiktok.com/@ben.sings', author_unique_id: 'ben.sings' },
      { author: 'https://www.tiktok.com/@eva.bakes', author_unique_id: 'eva.bakes' },
    ]);
  });

  it('a location fills the city and country of rows in which their own cells are blank', async () => {
    await imports.load('investors', 'Fund,HQ,Country,City\nA,"Oslo, Norway",,\nB,"Oslo, Norway",Sweden,Malmö\nC,London,UK,\n');
    expect(await imports.rows('investors')).toMatchObject([
      { name: 'A', city: 'Oslo', country: 'Norway' },
      { name: 'B', city: 'Malmö', country: 'Sweden' },
      { name: 'C', city: 'London', country: 'United Kingdom' },
    ]);
  });

  it('a column of profile addresses is read whatever its header', async () => {
    const { report } = await imports.load(
      'people',
      'Notes:\n"Some addresses may be missing."\n\nFirst Name,Last Name,URL,Email Address,Company,Connected On\n' +
        'Ada,Rook,https://www.linkedin.com/in/ada-rook,,Acme,07 Apr 2024\nBo,Lind,https://www.linkedin.com/in/bo-lind,,Acme,07 Apr 2024\n',
    );
    expect(report.mapping).toMatchObject({ URL: 'linkedin_url' });
    expect(await imports.rows('people')).toMatchObject([
      { name: 'Ada Rook', linkedin_url: 'https://www.linkedin.com/in/ada-rook' },
      { name: 'Bo Lind' },
    ]);
  });

  it('emails and categories of stores are cut apart at colons', async () => {
    await imports.load(
      'shopify',
      'domain,merchant_name,categories,emails,rating\noak.example,Oak,/Home & Garden/Furniture:/Apparel,info@oak.example:mailto:sales@oak.example,4.8/5\n',
    );
    expect(await imports.rows('shopify')).toMatchObject([
      { emails: ['info@oak.example', 'sales@oak.example'], topics: ['Home & Garden/Furniture', 'Apparel'], average_review: 4.8 },
    ]);
  });

  it('a refusal of amounts names the header to put into the mapping', async () => {
    await expect(imports.load('companies', 'Firm,Annual Revenue\nA,48000000\nB,78\nC,12\n')).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The column Revenue \(in \$M\) is in millions of dollars, and 1 of 3 [^{}]*(?<!--mapping.*)$/,
      ),
      detail: expect.stringContaining(`--mapping '{"Annual Revenue":{"column":"revenue","unit":"dollars"}}'`),
    });
  });

  it('headers in other languages are known', async () => {
    const { report } = await imports.load(
      'companies',
      'Firmenname;Letzte Finanzierung;Beschreibung\nA;03.04.2021;Kessel\nB;31.12.2020;Tee\n',
    );
    expect(report.mapping).toEqual({
      Firmenname: 'name',
      'Letzte Finanzierung': 'last_financing_on',
      Beschreibung: 'description',
    });
    expect(
      (await imports.load('people', 'Nom complet;Téléphone portable\nEve Dune;06 00 00 00 00\n')).report.mapping,
    ).toMatchObject({
      'Téléphone portable': 'phone',
    });
  });
});
