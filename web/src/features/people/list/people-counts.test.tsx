import { listProfileFacets } from '@leadloom/shared/contract/profile-facets';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { apiServer } from '../../../testing/server.ts';
import { aPerson, filtersIn, loadPeopleScreen, openPeople, rowOf, servePeople } from '../testing/people.fixture.ts';

beforeAll(loadPeopleScreen);

type Values = readonly { readonly value: string; readonly count: number }[];

function serveCounts(values: Values, blank = 0): readonly string[] {
  const asked: string[] = [];
  apiServer.use(
    answer(listProfileFacets, ({ url }) => {
      asked.push(url.search);
      return { data: [{ of: url.searchParams.get('of') ?? '', values: [...values], blank, more: 0 }], total: 9 };
    }),
  );
  return asked;
}

describe('counts of collected people', () => {
  it('stand beside countries, under all other conditions, and the blank is chosen as "is blank"', async () => {
    const { lists } = servePeople(aPerson(1));
    const asked = serveCounts(
      [
        { value: 'Norway', count: 1200 },
        { value: 'Spain', count: 3 },
      ],
      45,
    );
    const { person } = await openPeople('?country=Spain&title=engineer');
    await rowOf('Person 1');
    await person.click(screen.getByRole('button', { name: 'Country: Spain' }));
    const texts = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
    await waitFor(() => expect(texts()).toEqual(['Norway1,200', '(blank)45', 'Spain3']));
    expect(asked).toEqual(['?title=engineer&of=country']);
    await person.click(screen.getByRole('option', { name: '(blank)' }));
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ country_has: 'false', title: 'engineer' }));
  });

  it('stand beside titles, of which a part is added by Enter, and a whole one by choosing it', async () => {
    const { lists } = servePeople(aPerson(1));
    const asked = serveCounts(
      [
        { value: 'Engineer', count: 12 },
        { value: 'Buyer', count: 3 },
        { value: 'Senior Engineer', count: 2 },
      ],
      7,
    );
    const { person } = await openPeople('?country=Norway');
    await rowOf('Person 1');
    await openFilter(person, 'Title');
    const texts = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
    await waitFor(() => expect(texts()).toEqual(['Engineer12', '(blank)7', 'Buyer3', 'Senior Engineer2']));
    expect(asked).toEqual(['?country=Norway&of=title']);
    await person.keyboard('engin');
    expect(texts()).toEqual(['Engineer12', 'Senior Engineer2']);
    await person.keyboard('{Enter}');
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ country: 'Norway', title: 'engin' }));
    await person.keyboard('buy{ArrowDown}{Enter}');
    await waitFor(() => expect(new URL(lists.at(-1) ?? '').searchParams.getAll('title')).toEqual(['Buyer', 'engin']));
    await person.click(screen.getByRole('option', { name: '(blank)' }));
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ country: 'Norway', title_has: 'false' }));
  });

  it('stand beside a checkbox and its opposite', async () => {
    servePeople(aPerson(1));
    serveCounts([
      { value: 'true', count: 1234 },
      { value: 'false', count: 8 },
    ]);
    const { person } = await openPeople();
    await rowOf('Person 1');
    await openFilter(person, 'With email');
    expect(await within(screen.getByRole('dialog', { name: 'With email' })).findByText('1,234')).toBeVisible();
  });
});
