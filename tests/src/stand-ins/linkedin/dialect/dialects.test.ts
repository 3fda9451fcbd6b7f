import { describe, expect, it } from 'vitest';
import { collection, Dangling, type Document, Entity, typed } from './node.ts';
import { writeNormalized } from './normalized.ts';
import { writePlain } from './plain.ts';

const inner = new Entity('urn:li:inner:1', 'x.Inner', 'r.Inner', { name: 'inner' });
const outer = new Entity('urn:li:outer:1', 'x.Outer', 'r.Outer', {
  inner,
  lost: new Dangling('urn:li:lost:1'),
  list: [inner],
  none: [],
});
const decoy = new Entity('urn:li:decoy:1', 'x.Outer', 'r.Outer', {});
const rest: Document = { kind: 'rest', body: collection({ start: 0, count: 10 }, [outer]), extra: [decoy] };

describe('the normalized dialect', () => {
  it('the normalized dialect refers to entities by address and lists each once, unrelated ones first', () => {
    const { data, included } = writeNormalized(rest, false);
    expect(data).toMatchObject({ '*elements': ['urn:li:outer:1'], paging: { start: 0, count: 10 } });
    expect(included).toEqual([
      { entityUrn: 'urn:li:decoy:1', $recipeTypes: ['r.Outer'], $type: 'x.Outer' },
      { name: 'inner', entityUrn: 'urn:li:inner:1', $recipeTypes: ['r.Inner'], $type: 'x.Inner' },
      {
        '*inner': 'urn:li:inner:1',
        '*lost': 'urn:li:lost:1',
        '*list': ['urn:li:inner:1'],
        none: [],
        entityUrn: 'urn:li:outer:1',
        $recipeTypes: ['r.Outer'],
        $type: 'x.Outer',
      },
    ]);
  });

  it('the normalized dialect wraps a registered query once more and adds its metadata on request', () => {
    const document: Document = { kind: 'graphql', root: 'root', body: outer, extra: [] };
    expect(writeNormalized(document, false).data).toEqual({
      data: { '*root': 'urn:li:outer:1', $type: 'com.linkedin.graphql.Query' },
    });
    expect(writeNormalized(document, true)).toMatchObject({
      meta: { microSchema: { isGraphQL: true } },
      data: { extensions: { webMetadata: {} } },
    });
  });

  it('the normalized dialect lists an entity twice when it comes with two recipes', () => {
    const again = new Entity(outer.urn, outer.type, 'r.Other', {});
    const { included } = writeNormalized({ ...rest, extra: [again] }, false);
    expect(JSON.stringify(included).match(/"entityUrn":"urn:li:outer:1"/g)).toHaveLength(2);
  });
});

describe('the plain dialect', () => {
  it('the plain dialect nests entities, spells the type differently and has no dangling reference', () => {
    expect(writePlain(rest)).toMatchObject({
      _type: 'com.linkedin.restli.common.CollectionResponse',
      elements: [
        {
          entityUrn: 'urn:li:outer:1',
          _type: 'x.Outer',
          inner: { name: 'inner', _type: 'x.Inner' },
          list: [{ name: 'inner' }],
          none: [],
        },
      ],
    });
    expect(JSON.stringify(writePlain(rest))).not.toMatch(/\$type|\*|lost|decoy|included/);
  });

  it('the plain dialect wraps a registered query in one data', () => {
    const body = typed('x.Root', { value: 1 });
    expect(writePlain({ kind: 'graphql', root: 'root', body, extra: [decoy] })).toEqual({
      data: { root: { value: 1, _type: 'x.Root' } },
    });
  });
});
