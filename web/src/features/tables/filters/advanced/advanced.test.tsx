import { listRowLists, listTags } from '@leadloom/shared/contract/my-rows';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../../testing/render-app.tsx';
import { apiServer } from '../../../../testing/server.ts';
import { loadTableScreens, serveTable } from '../../testing/tables.fixture.ts';

beforeAll(loadTableScreens);
beforeEach(() => signInForTest());

async function openAdvanced(where = '') {
  serveTable({ name: 'companies' });
  apiServer.use(answer(tableEndpoints.people.options, () => ({})));
  const app = renderApp(`/table/companies${where === '' ? '' : `?where=${encodeURIComponent(where)}`}`);
  await screen.findByText('Name 1');
  await reopen(app.person);
  /** The question in force; null: none. */
  const asked = () => new URLSearchParams(app.location().split('?')[1]).get('where');
  return { ...app, asked };
}

async function reopen(person: UserEvent): Promise<void> {
  await person.click(await screen.findByRole('button', { name: /^Advanced/ }));
  await screen.findByRole('dialog', { name: 'Advanced' });
}

const row = (name: string) => within(screen.getByRole('group', { name }));
/** Replaces the text as a whole, or goes on at its end. */
async function write(person: UserEvent, written: string, isMore = false): Promise<void> {
  if (isMore) await person.click(text());
  else await person.clear(text());
  await person.paste(written);
}

const text = () => screen.getByRole('textbox', { name: 'The same as text' });
const columns = () => screen.getAllByRole('combobox', { name: 'Column' });

describe('the rows of Advanced', () => {
  it('a question is asked by keys alone, condition after condition, and its text is written', async () => {
    const { person, asked } = await openAdvanced();
    const first = row('Condition 1').getByRole('combobox', { name: 'Column' });
    expect(first).toHaveFocus();
    expect(screen.getByRole('listbox')).toBeVisible();
    await person.keyboard('reven{Enter}');
    const operator = row('Condition 1').getByRole('combobox', { name: 'Operator' });
    expect(operator).toHaveFocus();
    await person.selectOptions(operator, 'is over');
    await person.tab();
    expect(screen.getByRole('textbox', { name: 'Revenue (in $M) is over' })).toHaveFocus();
    await person.keyboard('10');
    await waitFor(() => expect(asked()).toBe('revenue > 10'));
    expect(text()).toHaveValue('revenue > 10');
    expect(await within(screen.getByRole('dialog')).findByText('25 rows')).toBeVisible();

    await person.click(screen.getByRole('button', { name: 'Add a condition' }));
    expect(row('Condition 2').getByRole('combobox', { name: 'Column' })).toHaveFocus();
    expect(row('Condition 2').getByText('and')).toBeVisible();
    expect(asked()).toBe('revenue > 10');
    await person.keyboard('countr{Enter}');
    await person.tab();
    await person.keyboard('germ{Enter}fran{Enter}');
    await waitFor(() => expect(asked()).toBe('revenue > 10 and country in ("Germany", "France")'));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Conditions that hold' }), 'any of these');
    await waitFor(() => expect(asked()).toBe('revenue > 10 or country in ("Germany", "France")'));
    expect(row('Condition 2').getByText('or')).toBeVisible();
    await person.keyboard('{Escape}');
    expect(
      await screen.findByRole('button', { name: 'Advanced: Revenue over $10M or country is Germany or France' }),
    ).toHaveFocus();
  });

  it('several days, and both values of a yes-no column, are rows', async () => {
    const { person, asked } = await openAdvanced('last_financing_on in (2026-03-31, 2026-04-01)');
    const days = () => row('Condition 1').getAllByRole('textbox');
    expect(days()).toHaveLength(2);
    expect(screen.queryByRole('textbox', { name: 'Conditions as text' })).toBeNull();
    await person.click(row('Condition 1').getByRole('button', { name: 'or another day' }));
    expect(days().at(-1)).toHaveFocus();
    await person.keyboard('2026-05-02');
    await waitFor(() => expect(asked()).toBe('last_financing_on in (2026-03-31, 2026-04-01, 2026-05-02)'));
    expect(days().at(-1)).toHaveFocus();
    const [first] = days();
    if (first === undefined) throw new Error('There is no day.');
    await person.clear(first);
    await waitFor(() => expect(asked()).toBe('last_financing_on in (2026-04-01, 2026-05-02)'));
    // A day that is there already is one day.
    await person.click(row('Condition 1').getByRole('button', { name: 'or another day' }));
    await person.keyboard('2026-04-01{Enter}');
    await waitFor(() => expect(days()).toHaveLength(2));
    expect(asked()).toBe('last_financing_on in (2026-04-01, 2026-05-02)');
    await person.selectOptions(row('Condition 1').getByRole('combobox', { name: 'Operator' }), 'is not');
    await waitFor(() => expect(asked()).toBe('last_financing_on not in (2026-04-01, 2026-05-02)'));
    await write(person, 'people(is_investor in (false, true))');
    const yesNo = row('Condition 1.1').getByRole('combobox', { name: 'Is investor is' });
    expect(yesNo).toHaveDisplayValue('Yes or no');
    await waitFor(() => expect(asked()).toBe('people(is_investor in (false, true))'));
    await person.selectOptions(yesNo, 'No');
    await waitFor(() => expect(asked()).toBe('people(is_investor = false)'));
    await person.selectOptions(yesNo, 'Yes or no');
    await waitFor(() => expect(asked()).toBe('people(is_investor in (true, false))'));
  });

  it('Back undoes a change of a row', async () => {
    const { person, asked, go } = await openAdvanced('revenue > 10 and city is blank');
    await person.click(row('Condition 2').getByRole('button', { name: 'Remove condition 2' }));
    expect(row('Condition 1').getByRole('button', { name: 'Remove condition 1' })).toHaveFocus();
    await waitFor(() => expect(asked()).toBe('revenue > 10'));
    go(-1);
    await waitFor(() => expect(asked()).toBe('revenue > 10 and city is blank'));
    await waitFor(() => expect(text()).toHaveValue('revenue > 10 and city is blank'));
    expect(columns()).toHaveLength(2);
  });

  it('three levels are drawn with their words, and a fourth is one line of text that can be edited', async () => {
    const { person, asked } = await openAdvanced(
      'city is blank or (not (revenue > 10 or ebitda > 5 or (region = "Europe" and name contains "kiln")))',
    );
    expect(row('Group 2').getAllByRole('combobox', { name: 'Conditions that hold' })[0]).toHaveDisplayValue('none of these');
    expect(row('Condition 2.2').getByText('nor')).toBeVisible();
    const inner = row('Group 2.3');
    expect(inner.getByRole('combobox', { name: 'Conditions that hold' })).toHaveDisplayValue('all of these');
    expect(inner.queryByRole('button', { name: 'Add a group' })).toBeNull();
    await person.click(inner.getByRole('button', { name: 'Remove condition 2.3.2' }));
    await waitFor(() => expect(asked()).toBe('city is blank or not (revenue > 10 or ebitda > 5 or region = "Europe")'));
    await write(person, 'city is blank or (revenue > 1 and (ebitda > 2 or (ebitda < 8 and name is blank)))');
    const line = row('Condition 2.2.2').getByRole('textbox', { name: 'Conditions as text' });
    expect(line).toHaveValue('ebitda < 8 and name is blank');
    await person.type(line, ' or');
    await person.tab();
    expect(row('Condition 2.2.2').getByText('Expected a column at 32')).toBeVisible();
    expect(text()).toHaveValue('city is blank or revenue > 1 and (ebitda > 2 or ebitda < 8 and name is blank)');
    await person.click(line);
    await person.paste(' city is blank');
    const written = 'city is blank or revenue > 1 and (ebitda > 2 or ebitda < 8 and name is blank or city is blank)';
    expect(text()).toHaveValue(written);
    await waitFor(() => expect(asked()).toBe(written));
  });

  it('linked rows have conditions of their own, and are asked for without any, too', async () => {
    const { person, asked } = await openAdvanced();
    await person.keyboard('whose peop{Enter}');
    expect(row('Condition 1.1').getByRole('combobox', { name: 'Column' })).toHaveFocus();
    await waitFor(() => expect(asked()).toBe('people is not blank'));
    await person.keyboard('email{Enter}');
    await person.selectOptions(row('Condition 1.1').getByRole('combobox', { name: 'Operator' }), 'has a value');
    await waitFor(() => expect(asked()).toBe('people(email is not blank)'));
    expect(row('Condition 1.1').getByRole('combobox', { name: 'Column' })).toHaveValue('Email');
    const linked = screen.getByRole('combobox', { name: 'Linked rows' });
    expect(
      within(linked)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['has people where', 'has no people where', 'has people', 'has no people']);
    await person.selectOptions(linked, 'has no people where');
    await waitFor(() => expect(asked()).toBe('not people(email is not blank)'));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Linked rows' }), 'has no people');
    await waitFor(() => expect(asked()).toBe('people is blank'));
  });

  it('a list is chosen by its name, a tag from those in use, and a search is typed', async () => {
    apiServer.use(
      answer(listRowLists, () => ({ data: [aList(7, 'Q1 outreach'), aList(8, 'Fair')], total: 2 })),
      answer(listTags, () => ({ data: [{ tag: 'Warm', count: 3 }], total: 1 })),
    );
    const { person, asked } = await openAdvanced('list(7) and not tag("Cold") and search("kiln")');
    expect(await row('Condition 1').findByText('Q1 outreach')).toBeVisible();
    expect(row('Condition 2').getByRole('combobox', { name: 'Operator' })).toHaveDisplayValue('is not');
    await person.type(row('Condition 2').getByRole('combobox', { name: 'tag is not' }), 'warm{Enter}');
    await waitFor(() => expect(asked()).toBe('list(7) and not tag("Warm") and search("kiln")'));
    await person.type(row('Condition 1').getByRole('combobox', { name: 'list is' }), 'fair{Enter}');
    await person.selectOptions(row('Condition 3').getByRole('combobox', { name: 'Operator' }), 'does not match');
    await waitFor(() => expect(asked()).toBe('list(8) and not tag("Warm") and not search("kiln")'));
  });

  it('a condition is moved into the group above it, and out again, with the focus', async () => {
    const { person, asked } = await openAdvanced('(revenue > 10 or ebitda > 5) and city is blank');
    row('Condition 2').getByRole('combobox', { name: 'Column' }).focus();
    await person.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
    expect(row('Condition 1.3').getByRole('combobox', { name: 'Column' })).toHaveFocus();
    await waitFor(() => expect(asked()).toBe('revenue > 10 or ebitda > 5 or city is blank'));
    await person.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    expect(row('Condition 2').getByRole('combobox', { name: 'Column' })).toHaveFocus();
    await waitFor(() => expect(asked()).toBe('(revenue > 10 or ebitda > 5) and city is blank'));
  });

  it('values that are not finished change nothing, and say what is wrong', async () => {
    const { person, asked } = await openAdvanced('employee_count between 50 and 200');
    const from = screen.getByRole('textbox', { name: 'Employee count from' });
    await person.clear(from);
    await person.type(from, '500');
    expect(screen.getByText('The first number is above the second.')).toBeVisible();
    await person.selectOptions(screen.getByRole('combobox', { name: 'Operator' }), 'is');
    const field = screen.getByRole('textbox', { name: 'Employee count is' });
    await person.clear(field);
    await person.type(field, '7, 1,000');
    await waitFor(() => expect(asked()).toBe('employee_count in (7, 1000)'));
    await person.type(field, ' x');
    expect(screen.getByText('Enter a number, or several with commas.')).toBeVisible();
    expect(text()).toHaveValue('employee_count in (7, 1000)');
  });
});

describe('the text of Advanced', () => {
  it('it is drawn as rows while it is typed, applied after a pause, and left in its normal form', async () => {
    const { person, asked } = await openAdvanced('country = "Germany"');
    expect(screen.getByRole('button', { name: 'Advanced: Country is Germany', hidden: true })).toBeInTheDocument();
    await write(person, 'revenue > 10 OR (city  is blank)');
    expect(columns().map((field) => field.getAttribute('value'))).toEqual(['Revenue (in $M)', 'City']);
    await waitFor(() => expect(asked()).toBe('revenue > 10 or city is blank'));
    expect(text()).toHaveValue('revenue > 10 OR (city  is blank)');
    await person.tab();
    expect(text()).toHaveValue('revenue > 10 or city is blank');
    await person.click(text());
    await person.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('button', { name: 'Advanced: Revenue over $10M or city is blank' })).toHaveFocus();
    await person.click(screen.getByRole('button', { name: 'Clear Advanced' }));
    await waitFor(() => expect(asked()).toBeNull());
  });

  it('one that cannot be read says where, leaves rows and question as they were, and is not lost', async () => {
    const { person, asked } = await openAdvanced('city is blank');
    await write(person, ' and country = ', true);
    expect(screen.queryByText(/^Expected/)).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getByText('Expected a value at 29')).toBeVisible();
    expect(text()).toBeInvalid();
    expect(text()).toHaveFocus();
    const [city] = columns();
    expect(city).toHaveValue('City');
    expect(city?.closest('[inert]')).not.toBeNull();
    await person.keyboard('{Escape}');
    expect(asked()).toBe('city is blank');
    await reopen(person);
    expect(text()).toHaveValue('city is blank and country = ');
    await person.click(screen.getByRole('button', { name: 'Back to the rows' }));
    expect(text()).toHaveValue('city is blank');
    expect(columns()[0]?.closest('[inert]')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(asked()).toBeNull());
  });

  it('one of an address that cannot be read stands on its chip as it is', async () => {
    await openAdvanced('nonsense');
    expect(screen.getByRole('button', { name: 'Advanced: nonsense', hidden: true })).toBeInTheDocument();
    expect(text()).toBeInvalid();
    expect(text()).toHaveValue('nonsense');
    expect(screen.queryByRole('combobox', { name: 'Column' })).toBeNull();
  });

  it('incomplete rows stay while the field is closed', async () => {
    const { person, asked } = await openAdvanced('city is blank');
    await person.click(screen.getByRole('button', { name: 'Add a condition' }));
    await person.keyboard('reven{Enter}{Escape}');
    await reopen(person);
    expect(columns().map((field) => field.getAttribute('value'))).toEqual(['City', 'Revenue (in $M)']);
    expect(asked()).toBe('city is blank');
  });
});

function aList(id: number, name: string) {
  return { id, table: 'companies' as const, name, count: 3, note: '', updated_at: '2026-03-01T09:00:00.000Z' };
}
