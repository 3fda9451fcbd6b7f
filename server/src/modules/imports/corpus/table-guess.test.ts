/** Headers and one row of files as people have them, and the table that they fit best. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { compareTables } from '../preview/compare-tables.ts';
import { previewFile } from '../preview-file.ts';

const OPTIONS = { format: null, encoding: null, mustBeGzip: false, mapping: {} } as const;

const files: readonly (readonly [table: TableName, headers: string, row: string])[] = [
  [
    'people',
    'First Name,Last Name,Title,Company,Email,# Employees,Industry,Person Linkedin Url,Website,City,State,Country,Stage',
    'Ada,Guessfict,CTO,Weaver,ada@weaver.example,12,textiles,http://www.linkedin.com/in/ada-guessfict,http://weaver.example,Oslo,,Norway,Cold',
  ],
  [
    'people',
    'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
    'Ada,Guessfict,https://www.linkedin.com/in/ada-guessfict,,Weaver,CEO,07 Feb 2026',
  ],
  [
    'people',
    'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Company Name',
    '1,Ada,Guessfict,ada@weaver.example,+47 1000001,Bo,Weaver',
  ],
  [
    'people',
    'Person - Name,Person - Organization,Person - Email - Work,Person - Phone - Work',
    'Ada Guessfict,Weaver,ada@weaver.example,+47 1000001',
  ],
  [
    'people',
    'profileUrl,fullName,companyName,companyUrl,location,defaultProfileUrl',
    'https://www.linkedin.com/sales/lead/A,Ada Guessfict,Weaver,https://www.linkedin.com/sales/company/1,"Oslo, Norway",https://www.linkedin.com/in/ada-guessfict/',
  ],
  [
    'people',
    'First Name,Last Name,Account Name,Mailing City,Mailing Country,Phone,Email',
    'Ada,Guessfict,Weaver,Oslo,Norway,+47 1000001,ada@weaver.example',
  ],
  [
    'people',
    'Full Name,Job Title,Company,Work Email,Mobile,Country',
    'Ada Guessfict,CTO,Weaver,ada@weaver.example,+47 1000001,Norway',
  ],
  ['people', 'Vorname,Nachname,Firma,E-Mail,Telefon', 'Ada,Guessfict,Weaver,ada@weaver.example,+47 1000001'],
  ['people', 'Prénom,Nom,Société,Courriel,Téléphone', 'Ada,Guessfict,Weaver,ada@weaver.example,+47 1000001'],
  ['people', 'Name,Email,LinkedIn,Company', 'Ada Guessfict,ada@weaver.example,https://www.linkedin.com/in/ada-guessfict,Weaver'],
  ['people', 'Name,Email,Phone,Country', 'Ada Guessfict,ada@weaver.example,+47 1000001,Norway'],
  ['people', 'Name,Email,City', 'Bo van der Guessfict,bvd.guessfict@weaver.example,Oslo'],
  ['companies', 'Name,Email,Country', 'Guessfict Weavers,info@guessfict.example,Norway'],
  ['companies', 'Name,Email,Country', 'Guessfict Weavers,weavers@guessfict-weavers.example,Norway'],
  [
    'companies',
    'Company,Website,Contact,Email,Country',
    'Guessfict Weavers,guessfict.example,Ada Weaver,ada@guessfict.example,Norway',
  ],
  [
    'companies',
    'Name,Website,Email,Phone,Category,Address,Rating',
    'Loom Hospital,https://loom.example,info@loom.example,+1 555 0103,Hospital,1 Loom Dr,2.8',
  ],
  [
    'companies',
    'Company,Account Stage,# Employees,Industry,Website,Company Linkedin Url,Company City,Company Country,Annual Revenue',
    'Weaver,Cold,120,textiles,http://weaver.example,http://www.linkedin.com/company/weaver,Leeds,United Kingdom,1200000',
  ],
  [
    'companies',
    'Record ID,Company name,Phone Number,City,Country/Region,Industry,Annual Revenue,Number of Employees,Website URL',
    '1,Loom,+44 1000001,Leeds,United Kingdom,TEXTILES,480000,58,loom.example',
  ],
  [
    'companies',
    'Organization Name,Industries,Headquarters Location,Last Funding Date,Last Funding Type,Number of Employees,Website,Full Description',
    'Weft,Textiles,"San Francisco, California, United States",2023-03-01,Seed,11-50,https://weft.example,Weaves.',
  ],
  [
    'companies',
    'Account Name,Billing City,Billing Country,Annual Revenue,Employees,Website,Industry',
    'Weaver,Leeds,United Kingdom,50000,12,weaver.example,Apparel',
  ],
  [
    'companies',
    'CompanyName,CompanyNumber,RegAddress.PostTown,RegAddress.Country,CompanyStatus',
    'LOOM LTD,90000001,LEEDS,ENGLAND,Active',
  ],
  [
    'companies',
    'LEI,Entity.LegalName,Entity.LegalAddress.City,Entity.LegalAddress.Country,Entity.EntityStatus',
    '529900FICTION000001A,Weberei AG,Köln,DE,ACTIVE',
  ],
  [
    'companies',
    'name,slug,website,all_locations,long_description,team_size,industry,batch,status',
    'Weft,weft,https://weft.example,"San Francisco, CA, USA",Weaves.,58,B2B,W24,Active',
  ],
  ['companies', 'Firma,Branche,Land,Ort,Mitarbeiter,Webseite', 'Weberei,Textil,Deutschland,Köln,58,weberei.example'],
  ['companies', 'Entreprise,Secteur,Pays,Ville,Effectif,Site web', 'Tissage,Textile,France,Lyon,58,tissage.example'],
  [
    'companies',
    'Startup,Industry / Vertical,City / Location,Investment Type,funded_date',
    'Weft,Textiles,Bengaluru,Seed Funding,2024-03-01',
  ],
  // Companies with the name of a contact, who can only be reached there.
  [
    'companies',
    'Firma,Web,Wo,Land,Umsatz,Mitarbeiter,Last round date,Vorname,Nachname,Interne Notiz',
    'Bäckerei Nr 4 GmbH,https://loaf-4.example,Köln,Germany,"5,5",58,2023-05-17,Zoë,Müller,x',
  ],
  [
    'companies',
    'Company,Website,Employees,Revenue,Contact First Name,Contact Last Name',
    'Weft Inc,weft.example,58,12.5,Ada,Guessfict',
  ],
  ['companies', 'Entreprise,Site web,Effectif,Chiffre d’affaires,Prénom,Nom', 'Tissage,tissage.example,58,12,Ada,Guessfict'],
  [
    'people',
    'First Name,Last Name,Company,Website,Employees,Revenue,Mobile',
    'Ada,Guessfict,Weaver,weaver.example,58,12.5,+47 1000001',
  ],
  [
    'companies',
    'Symbol,Security,GICS Sector,Headquarters Location,Founded',
    'WFT,Weft Inc,Textiles,"Boston, Massachusetts",1999',
  ],
  [
    'investors',
    'Investor name,Website,Global HQ,Countries of investment,Stage of investment,Investor type,First cheque minimum',
    'Loom Capital,https://loom.example,"Leeds, United Kingdom","UK, USA","1. Idea",VC,$50000',
  ],
  ['investors', 'Fund,Website,HQ,Check size,Stage,Partner', 'Loom Ventures,loom.example,"Oslo, Norway",$1M,Seed,Ada Guessfict'],
  [
    'investors',
    'Firm,Investor Type,Preferred stages,Last portfolio company,Contact email',
    'Loom Capital,Venture Capital,Seed,Weaver,ada@loom.example',
  ],
  [
    'shopify',
    'domain,country_code,merchant_name,emails,instagram,facebook,categories',
    'shop.loom.example,US,Loom,info@loom.example,loom_fict,loomfict,/Apparel',
  ],
  ['shopify', 'Store,Store URL,Currency,Locale,Total reviews,Average review', 'Loom,shop.loom.example,EUR,de,12,4.5'],
  ['reviews', 'title,description,rating,date,reviewer_name', 'Fine loom,It weaves.,5.0,2024-12-18,A. Fict'],
  ['reviews', 'Title,Rating,Review,Date', 'Slow loom,Rated 1 out of 5 stars,It was slow.,2024-03-05'],
  [
    'reddit-posts',
    'id,title,subreddit,author,created_utc,selftext,permalink,num_comments,score',
    'handg1,A post,weaving,loomfan,1709627405,Text,/r/weaving/comments/handg1/a_post/,2,3',
  ],
  [
    'tiktok-videos',
    'video_id,username,description,views,likes,comments,shares,date',
    '7411111111111111911,loom.guessfict,Looms,399,56,12,1,2024-09-04',
  ],
  [
    'tiktok-videos',
    'video_id,video_timestamp,video_diggcount,video_sharecount,video_commentcount,video_playcount,video_description,author_username',
    '7411111111111111912,2024-09-05T08:32:26,56,1,12,399,Looms,loom.guessfict',
  ],
];

it.each(files)('%s: %s', async (table, headers, row) => {
  const { fits } = await compareTables(() => ({ kind: 'text', bytes: piece(`${headers}\n${row}\n`) }), OPTIONS);
  const [best] = fits;
  expect(best?.table).toBe(table);
  expect(best?.reason).toMatch(/^.+\.$/);
});

it('what speaks against a table does not contradict the columns it fits', async () => {
  const content = 'Name,Email,Phone,Country\nWeaver,info@weaver.example,+47 1000001,Norway\n';
  const { fits } = await compareTables(() => ({ kind: 'text', bytes: piece(content) }), OPTIONS);
  expect(fits.find(({ table }) => table === 'people')?.reason).toBe(
    '4 of 4 headers are read as columns of People. The first row can be loaded. No header or cell is one that only people have, such as a last name, a job title or a profile.',
  );
});

it.each([
  [
    'all columns of the file are counted, also where two have one header',
    'Name,Notes,Notes,City\nA,x,y,Oslo\nB,x,y,Bergen\n',
    '2 of 4 headers are read as columns of Companies. Of the first 2 rows, all can be loaded.',
  ],
  ['one header', 'Name\nA\nB\n', '1 of 1 header is read as a column of Companies. Of the first 2 rows, all can be loaded.'],
  [
    'one row that cannot be loaded',
    'Name,City,Notes\n,Oslo,x\n',
    '2 of 3 headers are read as columns of Companies. The first row cannot be loaded.',
  ],
])('a reason counts in plain words: %s', async (_, content, reason) => {
  const { fits } = await compareTables(() => ({ kind: 'text', bytes: piece(content) }), OPTIONS);
  expect(fits.find(({ table }) => table === 'companies')?.reason).toMatch(reason);
});

describe('comments are no rows: the table of what they are about is proposed, and says so', () => {
  it.each<readonly [what: string, table: TableName, says: string, content: string]>([
    [
      'comments and posts by a program that names their type',
      'reddit-posts',
      'posts',
      'body,communityName,createdAt,dataType,id,parentId,username,title,url\nFine,r/weaving,2024-10-29T04:23:32.000Z,comment,t1_guessc1,t3_guessc0,loomfan,,https://www.reddit.com/r/weaving/comments/guessc0/a_post/guessc1/\nA post,r/weaving,2024-10-29T04:23:32.000Z,post,t3_guessc2,,loomfan,A post,https://www.reddit.com/r/weaving/comments/guessc2/a_post/\n',
    ],
    [
      'comments as Reddit has them',
      'reddit-posts',
      'posts',
      'id,body,author,score,created_utc,subreddit,link_id,parent_id\nguessc1,Fine,loomfan,3,1709627405,weaving,t3_guessc0,t3_guessc0\n',
    ],
    [
      'comments with names of their own',
      'reddit-posts',
      'posts',
      'comment_id,comment,author,upvotes,date,post_title\nt1_guessc1,Fine,loomfan,3,2024-10-29,A post\n',
    ],
    [
      'comments by their addresses',
      'reddit-posts',
      'posts',
      'Comment,Author,Score,Permalink\nFine,loomfan,3,https://www.reddit.com/r/weaving/comments/guessc0/a_post/guessc1/\n',
    ],
    [
      'comments in JSON',
      'reddit-posts',
      'posts',
      '[{"id":"guessc1","body":"Fine","author":"loomfan","score":3,"created_utc":1709627405,"link_id":"t3_a","parent_id":"t3_a"}]',
    ],
    [
      'comments on videos',
      'tiktok-videos',
      'videos',
      'cid,text,create_time,digg_count,aweme_id,user_unique_id\n7411111111111111913,Fine,1709627405,3,7411111111111111914,loomfan\n',
    ],
  ])('%s', async (_, table, subject, content) => {
    const preview = await previewFile(null, piece(content), OPTIONS);
    const says = `Its rows are comments, not ${subject}.`;
    expect(preview).toMatchObject({
      table,
      fits: [{ table, reason: expect.stringContaining(says) }, {}, {}, {}, {}, {}, {}, {}],
    });
    expect(preview.notices).toContain(says);
    const asReviews = await previewFile('reviews', piece(content), OPTIONS);
    expect(asReviews.notices).toContain(says);
  });

  it.each([
    'Title,Comment,Rating\nFine,It weaves.,5\n',
    'Comment,Author,Review link\nIt weaves.,A. Fict,https://reviews.example/r/loom/comments\n',
  ])('reviews stay reviews: %s', async (content) => {
    const { table, notices } = await previewFile(null, piece(content), OPTIONS);
    expect({ table, notices }).toEqual({ table: 'reviews', notices: [] });
  });
});

async function* piece(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
