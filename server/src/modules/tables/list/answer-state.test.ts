import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { describe, expect, it } from 'vitest';
import { ANSWER_FORMAT, createAnswerState } from './answer-state.ts';

describe('the state of a table’s answers', () => {
  it('the state is the same for the same table and version on every server', () => {
    expect(createAnswerState(companies)(7)).toBe(createAnswerState({ ...companies })(7));
  });

  it('the state changes with rows, columns, kinds, filters and the answer format', () => {
    const [first, ...others] = companies.columns;
    const states = [
      createAnswerState(companies)(7),
      createAnswerState(companies)(8),
      createAnswerState(people)(7),
      createAnswerState({ ...companies, columns: others })(7),
      createAnswerState({ ...companies, columns: [{ ...first, kind: 'long-text' }, ...others] })(7),
      createAnswerState({ ...companies, filters: companies.filters.slice(1) })(7),
      createAnswerState(companies, ANSWER_FORMAT + 1)(7),
    ];
    expect(new Set(states).size).toBe(states.length);
  });

  it('there is no state where the version cannot be read', () => {
    expect(createAnswerState(companies)(undefined)).toBeUndefined();
  });
});
