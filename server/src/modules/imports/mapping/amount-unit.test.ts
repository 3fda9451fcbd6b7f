import { expect, it } from 'vitest';
import { unitOfAmounts } from './amount-unit.ts';

it.each([
  ['Revenue', ['1.5', '12', '300'], null],
  ['Annual Revenue', ['50000', '120000', '480000'], 'dollars'],
  ['Annual revenue', ['12', '80'], null],
  ['Revenue', ['1200000', '$2,500,000', ''], 'dollars'],
  ['Revenue', ['611289', '513983', '394328'], 'doubtful'],
  ['Revenue', ['$1.2M', '$500K', '4B'], null],
  ['Revenue', ['12', '80', '700000'], null],
  ['Revenue', ['soon', ''], null],
])('%s: %j', (header, cells, unit) => expect(unitOfAmounts(header, cells)).toBe(unit));
