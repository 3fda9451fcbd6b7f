import { listRowLists, listTags, type RowList } from '@leadloom/shared/contract/my-rows';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { filtersIn, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

const outreach: RowList = {
  id: 7,
  name: 'Q1 outreach',
  table: 'people',
  count: 3,
  note: '',
  updated_at: '2026-03-01T09:00:00.000Z',
};

beforeAll(loadTableScreens);
beforeEach(() => signInForTest());

async function openTable(address: string, name: 'companies' | 'investors' | 'people' = 'companies') {
  const { lists } = serveTable({ name });
  const app = renderApp(address);
  await screen.findByText('Name 1');
  return { ...app, asked: () => filtersIn(lists.at(-1)) };
}

async function press(person: UserEvent, chip: string): Promise<void> {
  await person.click(await screen.findByRole('button', { name: chip }));
  await screen.findByRole('dialog');
}

const operator = (name: string) => screen.getByRole('radio', { name });

describe('the operators of a chip', () => {
  it('"is not" keeps the values, and its field has the focus after a press', async () => {
    const { person, asked } = await openTable('/table/companies?country=Germany');
    await press(person, 'Country: Germany');
    const group = screen.getByRole('radiogroup', { name: 'Condition' });
    expect(within(group).getAllByRole('radio')).toHaveLength(4);
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveFocus();
    expect(operator('is')).toBeChecked();
    await person.click(operator('is not'));
    await waitFor(() => expect(asked()).toEqual({ country_not: ['Germany'] }));
    const field = screen.getByRole('combobox', { name: 'Country' });
    expect(field).toHaveFocus();
    await person.keyboard('fra{Enter}');
    await waitFor(() => expect(asked()).toEqual({ country_not: ['France', 'Germany'] }));
    await person.keyboard('{Escape}');
    await person.click(screen.getByRole('button', { name: 'Clear Country' }));
    await waitFor(() => expect(asked()).toEqual({}));
    const chips = within(screen.getByRole('region', { name: 'Filters' }));
    expect(chips.getByRole('button', { name: 'Country' })).toBeVisible();
  });

  it('an operator without values yet is chosen by the keyboard', async () => {
    const { person, asked } = await openTable('/table/companies');
    await openFilter(person, 'Country');
    await person.tab({ shift: true });
    expect(operator('is')).toHaveFocus();
    await person.keyboard('{ArrowRight}');
    expect(operator('is not')).toBeChecked();
    expect(operator('is not')).toHaveFocus();
    expect(asked()).toEqual({});
    await person.keyboard('{ArrowRight}');
    await waitFor(() => expect(asked()).toEqual({ country_has: ['true'] }));
    expect(screen.queryByRole('combobox')).toBeNull();
    await person.keyboard('{ArrowRight}');
    await waitFor(() => expect(asked()).toEqual({ country_has: ['false'] }));
    await person.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'Country: blank' })).toHaveFocus();
  });

  it('all that an address says of one filter is shown, and can be changed', async () => {
    const { person, asked } = await openTable('/table/companies?country=Germany&country_not=France&country_has=true');
    await press(person, 'Country: Germany, not France, has a value');
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveFocus();
    expect(screen.getByRole('combobox', { name: 'Country is not' })).toBeVisible();
    // An open list would cover the second field.
    expect(screen.queryByRole('listbox')).toBeNull();
    await person.click(screen.getByRole('checkbox', { name: 'Country has a value' }));
    await waitFor(() => expect(asked()).toEqual({ country: ['Germany'], country_not: ['France'] }));
    await person.type(screen.getByRole('combobox', { name: 'Country is not' }), 'norw{Enter}');
    await waitFor(() => expect(asked()).toEqual({ country: ['Germany'], country_not: ['France', 'Norway'] }));
    await person.keyboard('{Escape}');
    await person.click(screen.getByRole('button', { name: 'Clear Country' }));
    await waitFor(() => expect(asked()).toEqual({}));
  });

  it('a number is from – to, either of which may stay empty, and the first is not above the second', async () => {
    const { person, asked } = await openTable('/table/companies');
    await openFilter(person, 'Revenue');
    const from = await screen.findByRole('textbox', { name: 'Revenue from' });
    expect(from).toHaveFocus();
    expect(screen.getByText('In millions of dollars.')).toBeVisible();
    await person.keyboard('1,000');
    await waitFor(() => expect(asked()).toEqual({ revenue_from: ['1000'] }));
    expect(from).toHaveValue('1,000');
    const to = screen.getByRole('textbox', { name: 'Revenue to' });
    await person.type(to, '50');
    expect(screen.getByText('The first number is above the second.')).toBeVisible();
    expect(to).toBeInvalid();
    await person.type(to, '00');
    expect(screen.queryByText('The first number is above the second.')).toBeNull();
    await waitFor(() => expect(asked()).toEqual({ revenue_from: ['1000'], revenue_to: ['5000'] }));
    await person.type(to, 'x');
    expect(screen.getByText('Enter a number.')).toBeVisible();
    await person.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Revenue: 1,000 – 5,000' })).toBeVisible();
  });

  it('a range has its ranges and from – to', async () => {
    const { person, asked } = await openTable('/table/companies?employee_count=0-10');
    await press(person, 'Employee count: < 10');
    await person.click(operator('from – to'));
    await waitFor(() => expect(asked()).toEqual({}));
    expect(screen.getByRole('textbox', { name: 'Employee count from' })).toHaveFocus();
    await person.keyboard('20');
    await waitFor(() => expect(asked()).toEqual({ employee_count_from: ['20'] }));
    expect(screen.getByRole('button', { name: 'Employee count: from 20', hidden: true })).toBeInTheDocument();
  });

  it('a filter of presence alone has no operator chosen at first', async () => {
    const { person, asked } = await openTable('/table/investors', 'investors');
    await openFilter(person, 'Phone');
    expect(operator('has a value')).not.toBeChecked();
    expect(operator('has a value')).toHaveFocus();
    await person.click(operator('is blank'));
    await waitFor(() => expect(asked()).toEqual({ phone_has: ['false'] }));
  });

  it('a checkbox has its opposite', async () => {
    const { person, asked } = await openTable('/table/people?with_email=true', 'people');
    await press(person, 'With email: Yes');
    await person.click(screen.getByRole('checkbox', { name: 'Without email' }));
    await waitFor(() => expect(asked()).toEqual({ with_email_not: ['true'] }));
    expect(screen.getByRole('checkbox', { name: 'With email' })).not.toBeChecked();
    await person.keyboard('{Escape}');
    await person.click(screen.getByRole('button', { name: 'Clear With email' }));
    await waitFor(() => expect(asked()).toEqual({}));
  });
});

describe('what else an address can ask', () => {
  it('everything in force has a chip, and can be taken away', async () => {
    apiServer.use(answer(listRowLists, () => ({ data: [], total: 0 })));
    const { person, asked } = await openTable(
      '/table/people?exported=false&list_not=7&tag_not=Cold&company.country=Germany&company.employee_count_from=50&company.any=true',
      'people',
    );
    await screen.findByRole('button', { name: 'Linked company: at least one, Country is Germany, employee count from 50' });
    for (const [chip, label] of [
      ['Exported this month: No', 'Exported this month'],
      ['List: not No. 7', 'List'],
      ['My tags: not Cold', 'My tags'],
    ] as const) {
      expect(screen.getByRole('button', { name: chip })).toBeVisible();
      await person.click(screen.getByRole('button', { name: `Clear ${label}` }));
      await waitFor(() => expect(screen.queryByRole('button', { name: chip })).toBeNull());
    }
    await person.click(screen.getByRole('button', { name: 'Clear Linked company' }));
    await waitFor(() => expect(asked()).toEqual({}));
  });

  it('rows that are not in the CRM are asked for by a chip, and those of an owner there', async () => {
    const { person, asked, location } = await openTable('/table/companies');
    await openFilter(person, 'In our CRM');
    await person.click(await screen.findByRole('checkbox', { name: 'Not in our CRM' }));
    await waitFor(() => expect(asked()).toEqual({ in_crm: ['false'] }));
    await person.click(screen.getByRole('checkbox', { name: 'In our CRM' }));
    await person.type(screen.getByRole('combobox', { name: 'Owner there' }), 'Ada Vik{Enter}');
    await waitFor(() => expect(asked()).toEqual({ in_crm: ['true'], crm_owner: ['Ada Vik'] }));
    await person.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'In our CRM, owner Ada Vik' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Clear In our CRM' }));
    expect(await screen.findByRole('button', { name: 'In our CRM' })).toBeVisible();
    expect(location()).not.toContain('crm');
  });

  it('a table whose rows are in no CRM has no chip for it', async () => {
    await openTable('/table/investors', 'investors');
    await screen.findByRole('region', { name: 'Filters' });
    expect(screen.queryByRole('button', { name: 'In our CRM' })).toBeNull();
  });

  it('conditions on linked rows are added, changed and removed by keys', async () => {
    apiServer.use(
      answer(tableEndpoints.people.options, () => ({})),
      answer(tableEndpoints.companies.options, () => ({})),
    );
    const { person, asked } = await openTable('/table/people', 'people');
    await openFilter(person, 'Linked company');
    expect(screen.getByRole('combobox', { name: 'Linked company where' })).toHaveFocus();
    await person.keyboard('count{Enter}');
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveFocus();
    await person.keyboard('germ{Enter}');
    await waitFor(() => expect(asked()).toEqual({ 'company.country': ['Germany'] }));
    await person.click(screen.getByRole('combobox', { name: 'Linked company, and where' }));
    await person.keyboard('employee{Enter}');
    await person.click(screen.getAllByRole('radio', { name: 'from – to' })[0] ?? document.body);
    expect(screen.getByRole('textbox', { name: 'Employee count from' })).toHaveFocus();
    await person.keyboard('50');
    await waitFor(() => expect(asked()).toEqual({ 'company.country': ['Germany'], 'company.employee_count_from': ['50'] }));
    await person.click(screen.getByRole('button', { name: 'Remove Country' }));
    expect(screen.getByRole('combobox', { name: 'Linked company, and where' })).toHaveFocus();
    await waitFor(() => expect(asked()).toEqual({ 'company.employee_count_from': ['50'] }));
    await person.click(screen.getByRole('checkbox', { name: 'Without linked company' }));
    await waitFor(() => expect(asked()).toEqual({ 'company.any': ['false'] }));
    await person.keyboard('{Escape}');
    await press(person, 'Linked company: none');
    await person.keyboard('country{Enter}');
    await person.keyboard('norw{Enter}');
    await waitFor(() => expect(asked()).toEqual({ 'company.country': ['Norway'] }));
  });

  it('conditions on linked rows that an address names stand in their fields', async () => {
    apiServer.use(answer(tableEndpoints.companies.options, () => ({})));
    const { person, asked } = await openTable('/table/people?company.country_not=Germany&company.any=true', 'people');
    await press(person, 'Linked company: at least one, Country is not Germany');
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveFocus();
    expect(operator('is not')).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'With linked company' })).toBeChecked();
    await person.click(operator('has a value'));
    await waitFor(() => expect(asked()).toEqual({ 'company.country_has': ['true'], 'company.any': ['true'] }));
  });

  it('an expression names lists by their names', async () => {
    apiServer.use(answer(listRowLists, () => ({ data: [outreach], total: 1 })));
    const { person } = await openTable('/table/people?where=list(7)%20and%20not%20list(8)', 'people');
    await press(person, 'Advanced: On the list Q1 outreach, not on the list No. 8');
  });

  it('tags are left out by "is not"', async () => {
    apiServer.use(answer(listTags, () => ({ data: [], total: 0 })));
    const { person, asked } = await openTable('/table/people?tag=Cold', 'people');
    await press(person, 'My tags: Cold');
    await person.click(operator('is not'));
    await waitFor(() => expect(asked()).toEqual({ tag_not: ['Cold'] }));
  });
});
