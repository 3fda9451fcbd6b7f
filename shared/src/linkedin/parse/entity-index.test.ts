import { describe, expect, it } from 'vitest';
import { EntityIndex } from './entity-index.ts';
import type { JsonObject } from './json-value.ts';

function indexOf(...entities: readonly JsonObject[]): EntityIndex {
  const index = new EntityIndex();
  index.add(entities);
  return index;
}

describe('EntityIndex', () => {
  it('a URN that occurs twice is merged and keeps what is not null', () => {
    const index = indexOf(
      { entityUrn: 'urn:a', name: 'Ann', place: null, tags: [], deep: { one: 1, two: null } },
      { entityUrn: 'urn:a', name: null, place: 'Gent', tags: ['x'], deep: { one: null, two: 2, three: { four: 4 } } },
      { entityUrn: 'urn:a', name: 'Other', place: '', extra: true },
    );
    expect({ ...index.get('urn:a') }).toMatchObject({
      name: 'Ann',
      place: 'Gent',
      tags: ['x'],
      extra: true,
      deep: { one: 1, two: 2, three: { four: 4 } },
    });
  });

  it('merging does not change the answers', () => {
    const first = { entityUrn: 'urn:a', name: null, deep: { one: 1 } };
    indexOf(first, { entityUrn: 'urn:a', name: 'Ann', deep: { two: 2 } });
    expect(first).toEqual({ entityUrn: 'urn:a', name: null, deep: { one: 1 } });
  });

  it('prototype names have no meaning when merging', () => {
    const hostile: JsonObject = JSON.parse(
      '{"entityUrn":"urn:a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    const index = indexOf({ entityUrn: 'urn:a', name: 'Ann' }, hostile, hostile);
    expect(index.get('urn:a')?.name).toBe('Ann');
    expect(index.get('urn:a')?.polluted).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each([
    ['a starred reference', { '*company': 'urn:c' }],
    ['a list of one reference', { '*company': ['urn:c'] }],
    ['a URN under its own name', { company: 'urn:c' }],
    ['a URN under a name of its own', { companyUrn: 'urn:c' }],
    ['a nested object with a URN', { company: { entityUrn: 'urn:c' } }],
    ['a nested object without one', { company: { name: 'Quillhaven' } }],
    ['a resolution', { '*companyResolutionResult': 'urn:c' }],
    ['a nested resolution', { company: 'urn:dangling', companyResolutionResult: { name: 'Quillhaven' } }],
    ['a map with the reference as key', { company: { '*urn:li:fsd_company:1': 'urn:c' } }],
  ])('%s is followed', (_, owner) => {
    const index = indexOf({ entityUrn: 'urn:c', name: 'Quillhaven' });
    expect(index.reference(owner, 'company')).toMatchObject({ name: 'Quillhaven' });
  });

  it('a reference to a missing object resolves to undefined', () => {
    const index = indexOf();
    for (const value of ['urn:nowhere', null, undefined, 7, [], [[]], ['urn:nowhere'], true]) {
      expect(index.reference({ '*company': value, company: value, companyUrn: value }, 'company')).toBeUndefined();
    }
    expect(index.reference(undefined, 'company')).toBeUndefined();
  });

  it('entities that refer to each other cause no endless loop', () => {
    const index = indexOf({ entityUrn: 'urn:a', '*next': 'urn:b' }, { entityUrn: 'urn:b', '*next': 'urn:a' });
    expect(index.reference(index.reference(index.get('urn:a'), 'next'), 'next')).toMatchObject({ entityUrn: 'urn:a' });
  });

  it('a collection is read with or without a star, and missing members are counted', () => {
    const index = indexOf(
      { entityUrn: 'urn:a' },
      { entityUrn: 'urn:list', '*elements': ['urn:a', 'urn:nowhere'], paging: { total: 5, start: 2, count: 2 } },
    );
    expect(index.listing({ '*rows': 'urn:list' }, 'rows')).toMatchObject({
      listed: 2,
      total: 5,
      start: 2,
      count: 2,
      items: [{ entityUrn: 'urn:a' }],
    });
    expect(index.listing({ rows: { elements: [{ x: 1 }] } }, 'rows')).toMatchObject({
      listed: 1,
      total: null,
      items: [{ x: 1 }],
    });
    expect(index.listing({ '*rows': ['urn:a'] }, 'rows')).toMatchObject({ listed: 1, total: null });
    expect(index.listing({ rows: { '*elements': [], elements: ['urn:a'] } }, 'rows')).toMatchObject({ listed: 1 });
    expect(index.listing({ '*rows': 'urn:nowhere' }, 'rows')).toBeUndefined();
    expect(index.listing({ rows: { paging: { total: -1 } } }, 'rows')).toBeUndefined();
  });
});
