import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';

describe('files of reviews', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from reviews'));

  const load = (content: string) => imports.load('reviews', content);
  const long = 'It boils and it sings. '.repeat(400).trim();

  it('reviews without a title are loaded, and long pros and cons are kept whole', async () => {
    const { report } = await load(
      `Reviewer Name,Industry,Date,Overall Rating,Ease of Use,Pros,Cons,Product URL\n` +
        `Ada P.,Marketing,2023-05-01,4.0,4,"${long}","Slow, on Mondays",https://capterra.example/p/12/kettle\n` +
        `Ben T.,Retail,2023-05-01,5.0,5,Great,,https://capterra.example/p/12/kettle\n`,
    );
    expect(report).toMatchObject({ added: 2, rejected: 0, left_blank: [] });
    expect(await imports.rows('reviews')).toMatchObject([
      {
        review_title: null,
        pros: long,
        cons: 'Slow, on Mondays',
        rating: 4,
        reviewer_name: 'Ada P.',
        published_on: '2023-05-01',
      },
      { pros: 'Great', cons: null, reviewer_name: 'Ben T.' },
    ]);
  });

  it('the day of publication is read, not that of the experience', async () => {
    await load(
      'id,consumer_name,consumer_country,rating,text,date of experience,published_date,url\n' +
        '5f1a,Ada,NO,5,"Arrived quickly\nand well packed",2023-05-01,2023-05-02T10:00:00Z,https://trust.example/reviews/5f1a\n',
    );
    expect(await imports.rows('reviews')).toMatchObject([
      {
        review_id: '5f1a',
        text: 'Arrived quickly\nand well packed',
        published_on: '2023-05-02',
        reviewer_name: 'Ada',
        reviewer_country: 'Norway',
      },
    ]);
  });

  it('a document of JSON:API is read, with the answers of each review', async () => {
    const resource = (id: string, attributes: object) => ({ id, type: 'survey-responses', attributes, relationships: {} });
    const page = {
      data: [
        resource('11aa', {
          product_name: 'Kettle',
          star_rating: 4.5,
          title: 'Boils well',
          comment_answers: {
            love: { text: 'What do you like best?', value: 'Boils fast' },
            hate: { text: 'What do you dislike?', value: 'Loud' },
            benefits: { text: 'What problems does it solve?', value: 'Tea' },
          },
          submitted_at: '2023-05-03T10:00:00.000-05:00',
          country_name: 'Norway',
          user_name: 'Ada P.',
        }),
        resource('11bb', { star_rating: 2, title: null, comment_answers: { hate: { value: 'All' } } }),
      ],
      links: { self: 'https://g2.example' },
      meta: { record_count: 2 },
    };
    for (const text of [
      JSON.stringify(page),
      JSON.stringify(page, null, 2),
      page.data.map((item) => JSON.stringify(item)).join('\n'),
    ]) {
      const { report } = await load(text);
      expect(report).toMatchObject({ rows_read: 2, rejected: 0 });
    }
    expect(await imports.rows('reviews')).toMatchObject([
      {
        review_id: '11aa',
        review_title: 'Boils well',
        rating: 4.5,
        pros: 'Boils fast',
        cons: 'Loud',
        text: 'Tea',
        published_on: '2023-05-03',
        reviewer_country: 'Norway',
        reviewer_name: 'Ada P.',
      },
      { review_id: '11bb', review_title: null, cons: 'All', pros: null },
    ]);
  });

  it('reviews are told apart by the id, else by the address, else by title, day, author and text', async () => {
    const header = 'review_id,review_url,review_title,published_on,reviewer_name,text\n';
    const one = 'r-1,https://reviews.example/1,Good,2024-01-05,Ada,Fine';
    await load(
      `${header}${one}\n,https://reviews.example/2,Good,2024-01-05,Ada,Fine\n,,Good,2024-01-05,Ada,Fine\n,,Good,,Ben,\n`,
    );
    const { report } = await load(
      `${header}r-1,https://reviews.example/9,Better,,,\n,https://www.reviews.example/2/,Better,,,\n` +
        ',,Good,2024-01-05,Ada,Fine\n,,Good,2024-01-05,Ada,Other\n,,Good,2024-01-05,Ben,Fine\n,,Good,,Ben,\n',
    );
    expect(report).toMatchObject({ added: 2, changed: 2, unchanged: 2, duplicates: 0 });
  });

  it('short numbers, which other sources have as well, are ids within their product only', async () => {
    const header = 'id,text,product_url\n';
    await load(`${header}17,Fine,https://kettle.example\n`);
    const { report } = await load(`${header}17,Bad,https://teapot.example\n17,Better,https://kettle.example\n`);
    expect(report).toMatchObject({ added: 1, changed: 1 });
  });

  it('a review without any words is refused, and a file without a column of words says which it needs', async () => {
    const { report } = await load('review_title,text,rating\n,,5\nGood,,4\n');
    expect(report).toMatchObject({
      added: 1,
      rejected: 1,
      rejects: [{ line: 2, reason: 'none of Review title, Text, Pros and Cons is filled' }],
    });
    await expect(load('rating,published_on\n5,2024-01-05\n')).rejects.toThrow(
      'it has no column for Review title, Text, Pros or Cons',
    );
  });

  it('ratings and days are read as review sites write them', async () => {
    const { report } = await load(
      'Title,Stars,Date\n"Great, really",5.0 out of 5 stars,"Reviewed in the United States on May 3, 2023"\nGood,"4,5/5",2023-05-04\nBad,2 stars,2023-05-04\nOdd,8/10,2023-05-04\n',
    );
    expect(await imports.rows('reviews')).toMatchObject([
      { rating: 5, published_on: '2023-05-03' },
      { rating: 4.5 },
      { rating: 2 },
      { rating: null },
    ]);
    expect(report.left_blank).toEqual([{ column: 'rating', value: '8/10', rows: 1 }]);
  });
});
