import { type SearchParams, searchParamsSchema } from '@leadloom/shared/contract/linkedin';
import { describe, expect, test } from 'vitest';
import { describeSearch } from './describe-search.ts';

function search(page: number, filters: Partial<SearchParams> = {}): SearchParams {
  return { ...searchParamsSchema.parse({ page, peopleSearchQuery: 'supply chain' }), ...filters };
}

describe('description of a pending search', () => {
  test('the description contains the query and the page', () => {
    expect(describeSearch([search(3)])).toBe('“supply chain” · page 3');
  });

  test('the description counts every kind of filter', () => {
    const filters: Partial<SearchParams> = {
      locationIds: ['101'],
      currentCompanyIds: ['1', '2'],
      pastCompanyIds: ['3'],
      industryIds: ['4', '5'],
      connectionOrders: ['F', 'O'],
      connectionId: 'ACoAA1',
    };
    expect(describeSearch([search(1, filters), search(2, filters)])).toBe(
      '“supply chain” · 1 location · 2 current companies · 1 past company · 2 industries · 1st, 3rd+ connections · connections of one member · pages 1–2',
    );
  });

  test('a search with only filters has no empty quotes', () => {
    expect(describeSearch([search(1, { peopleSearchQuery: '  ', locationIds: ['101'] })])).toBe('People · 1 location · page 1');
  });

  const labels = new Map([
    ['101', 'Rome, Latium, Italy'],
    ['102', 'Rome, Latium, Italy'],
    ['103', 'Greater Oslo Region'],
    ['104', 'Bavaria, Germany'],
  ]);
  test.each([
    [['101', '102'], 'Rome, Latium, Italy'],
    [['103', '101'], 'Greater Oslo Region or Rome, Latium, Italy'],
    [['103', '101', '102', '104'], 'Greater Oslo Region or Rome, Latium, Italy or 1 more location'],
    [['9', '104', '8'], 'Bavaria, Germany or 2 more locations'],
    [['9', '8'], '2 locations'],
  ])('the places %j are described as %s', (locationIds, words) => {
    expect(describeSearch([search(1, { locationIds })], labels)).toBe(`“supply chain” · ${words} · page 1`);
  });

  test('pages are joined to ranges in any order', () => {
    expect(describeSearch([6, 1, 5, 4, 4].map((page) => search(page)))).toBe('“supply chain” · pages 1, 4–6');
  });
});
