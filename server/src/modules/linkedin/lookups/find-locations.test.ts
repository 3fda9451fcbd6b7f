import { describe, expect, it } from 'vitest';
import { findLocations } from './find-locations.ts';

const found = (query: string) => findLocations(query, []).map(({ kind, label }) => `${kind}: ${label}`);

describe('places by a typed text', () => {
  it.each([
    ['berlin', ['state: Berlin, Germany', 'metro: Berlin Metropolitan Area', 'city: Berlin, Berlin, Germany']],
    ['oslo', ['state: Oslo, Norway', 'city: Oslo, Oslo, Norway', 'metro: Greater Oslo Region']],
    ['munich', ['city: Munich, Bavaria, Germany', 'metro: Greater Munich Metropolitan Area']],
    [
      'new york',
      ['state: New York, United States', 'metro: New York City Metropolitan Area', 'city: New York, New York, United States'],
    ],
    [
      'portland',
      [
        'metro: Portland, Oregon Metropolitan Area',
        'city: Portland, Maine, United States',
        'city: Portland, Oregon, United States',
      ],
    ],
    ['georgia', ['country: Georgia', 'state: Georgia, United States']],
    [
      'london',
      ['metro: London Area, United Kingdom', 'city: London, Ontario, Canada', 'state: Greater London, England, United Kingdom'],
    ],
    ['european', ['region: European Union']],
  ])('%s finds beginnings first: countries, states, metros, cities, regions', (query, first) => {
    expect(found(query).slice(0, first.length)).toEqual(first);
  });

  it('the two letters of a city are found among the places that begin with them', () => {
    expect(found('LA')).toContain('metro: Los Angeles Metropolitan Area');
    expect(found('SF')).toEqual(['metro: San Francisco Bay Area', 'city: San Francisco, California, United States']);
  });

  it.each([
    ['deutschland', 'country: Germany'],
    ['ÖSTERREICH', 'country: Austria'],
    ['españa', 'country: Spain'],
    ['suomi', 'country: Finland'],
    ['日本', 'country: Japan'],
    ['україна', 'country: Ukraine'],
    ['uk', 'country: United Kingdom'],
    ['us', 'country: United States'],
    ['münchen', 'city: Munich, Bavaria, Germany'],
    ['munchen', 'city: Munich, Bavaria, Germany'],
    ['muenchen', 'city: Munich, Bavaria, Germany'],
    ['köln', 'metro: Cologne Bonn Region'],
    ['zürich', 'state: Zurich, Switzerland'],
    ['zurich', 'state: Zurich, Switzerland'],
    ['wien', 'state: Vienna, Austria'],
    ['SF Bay Area', 'metro: San Francisco Bay Area'],
    ['Kopenhagen', 'metro: Copenhagen Metropolitan Area'],
    ['Lissabon', 'state: Lisbon, Portugal'],
    ['Sankt Petersburg', 'city: St Petersburg City, Russia'],
    ['praha', 'metro: Prague Metropolitan Area'],
    ['københavn', 'metro: Copenhagen Metropolitan Area'],
    ['warszawa', 'metro: Warsaw Metropolitan Area'],
    ['kraków', 'city: Cracow, Małopolskie, Poland'],
    ['malmö', 'city: Malmo, Skåne County, Sweden'],
    ['roma', 'country: Romania'],
    ['東京', 'state: Tokyo, Japan'],
    ['москва', 'state: Moscow, Russia'],
    ['karachi', 'city: Karāchi, Sindh, Pakistan'],
    ['greater london', 'state: Greater London, England, United Kingdom'],
    ['london area', 'metro: London Area, United Kingdom'],
    ['sao paulo', 'state: São Paulo, Brazil'],
    ['portland maine', 'city: Portland, Maine, United States'],
    ['weden', 'country: Sweden'],
  ])('%s finds %s first', (query, first) => {
    expect(found(query)[0]).toBe(first);
  });

  it.each([
    ['köln', 'koln'],
    ['KÖLN', 'koeln'],
    ['münchen', 'munich'],
    ['milano', 'milan'],
    ['lisboa', 'lisbon'],
  ])('%s and %s find the same places', (one, other) => {
    expect(found(one).toSorted()).toEqual(found(other).toSorted());
  });

  it('numbers are one place only where the whole label is the same', () => {
    const rome = findLocations('rome', []).filter(({ label }) => label === 'Rome, Latium, Italy');
    expect(rome.map(({ ids }) => ids.length)).toEqual([2]);
    const portlands = findLocations('portland', []).filter(({ kind }) => kind === 'city');
    expect(portlands.map(({ ids }) => ids.length)).toEqual([1, 1]);
    expect(found('greater london')).not.toContain('metro: London Area, United Kingdom');
  });

  it('each has its country in English', () => {
    expect(findLocations('münchen', [])[0]).toMatchObject({ name: 'Munich', country: 'Germany', kind: 'city' });
    expect(findLocations('deutschland', [])[0]).toMatchObject({ name: 'Germany', country: 'Germany' });
    expect(findLocations('european union', [])[0]).toMatchObject({ country: null });
  });

  it('a place that LinkedIn named is found by that name, with its country', () => {
    const known = [{ id: '123456', label: 'Brimfjord, Vestland, Norge' }];
    expect(findLocations('brimfj', known)).toEqual([
      { id: '123456', ids: ['123456'], name: 'Brimfjord', label: 'Brimfjord, Vestland, Norge', country: 'Norway', kind: null },
    ]);
  });

  it('a listed number that LinkedIn named in another language keeps its English name', () => {
    const [munich] = findLocations('munich', []);
    const known = [{ id: munich?.id ?? '', label: 'Monaco di Baviera, Baviera, Germania' }];
    expect(findLocations('monaco di', known)).toEqual([munich]);
  });

  it('a number that LinkedIn named with the label of a listed place is searched together with it', () => {
    const known = [{ id: '123456', label: 'Antwerp, Flemish Region, Belgium' }];
    expect(findLocations('antwerp', known)[0]?.ids).toEqual(['105102075', '123456']);
    expect(findLocations('antwerp', [{ id: '123456', label: 'Antwerp, Belgium' }])[0]?.ids).toEqual(['105102075']);
  });

  it.each(['', ' ', 'nowhere', '%', '_', '.*', '\\', '\0', '🙂'])('%j finds nothing', (query) => {
    expect(found(query)).toEqual([]);
  });

  it('at most ten are found', () => {
    expect(found('a')).toHaveLength(10);
  });
});
