import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { EndpointDefinition } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { endpointsOfTables } from './endpoints-of-tables.ts';

/** Texts that people give and others read on one line. */
const givenByPeople = /^(name|url|source|domain)$|_name$|Name$/;
/** Filters, also those of linked rows, are compared with what is stored; names and addresses of networks are checked by their own grammars. */
const isAsked = (name: string) =>
  /\.(list|total|facets|summary|export|previewExport)$/.test(name) || ['untrackSubreddit', 'parseCompany'].includes(name);
const unwanted = ['a\u0000b', 'a\u0007b', 'a\nb', 'a\tb', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\u202eb', 'a\ud800b'];

const all: readonly (readonly [string, EndpointDefinition])[] = [
  ...Object.entries(endpoints),
  ...Object.entries(endpointsOfTables),
];
const fields = all.flatMap(([name, { body, query }]) =>
  [body, query].flatMap((schema) =>
    schema === undefined || isAsked(name)
      ? []
      : variantsOf(schema).flatMap((variant) =>
          Object.keys('shape' in variant._zod.def ? Object(variant._zod.def.shape) : {})
            .filter((key) => givenByPeople.test(key) && !key.includes('.'))
            .map((key) => [name, key, variant] as const),
        ),
  ),
);

/** A body may be one of several objects. */
function variantsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  return schema instanceof z.ZodMiniDiscriminatedUnion ? schema.def.options : [schema];
}

describe('texts of one line', () => {
  it('there are some', () => {
    expect(fields.length).toBeGreaterThan(15);
  });

  it.each(fields)('%s refuses control characters in `%s`', (_, key, schema) => {
    for (const text of unwanted) {
      const { error } = z.safeParse(schema, { [key]: text });
      expect(
        (error?.issues ?? []).filter(({ path }) => path[0] === key),
        JSON.stringify(text),
      ).not.toEqual([]);
    }
  });
});
