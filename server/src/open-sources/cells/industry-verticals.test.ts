import { verticals } from '@leadloom/shared/tables/values/company-values';
import { describe, expect, it } from 'vitest';
import { verticalsOf } from './industry-verticals.ts';

describe('verticals of industries', () => {
  it.each([
    ['62.010', ['SaaS']],
    ['62012 - Business and domestic software development', ['SaaS']],
    ['58.210', ['Gaming']],
    ['26.110', ['Semiconductors', 'Manufacturing']],
    ['26.51', ['Hardware', 'Manufacturing']],
    ['06.100', ['Oil and Gas']],
    ['10.200', ['Manufacturing']],
  ])('%s → %j', (code, expected) => {
    expect(verticalsOf(code)).toEqual(expected);
  });

  it.each(['64.190', '66.120', '85.100', '', 'None Supplied', '6'])('%j says nothing of what a company makes', (code) => {
    expect(verticalsOf(code)).toEqual([]);
  });

  it('every vertical is one of the filter’s choices', () => {
    const known = verticals.map(({ value }) => value);
    const codes = Array.from({ length: 10_000 }, (_, code) => String(code).padStart(4, '0'));
    expect(codes.flatMap(verticalsOf).filter((vertical) => !known.includes(vertical))).toEqual([]);
  });
});
