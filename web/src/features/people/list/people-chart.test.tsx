import { summarizeProfiles } from '@leadloom/shared/contract/profile-facets';
import type { Summary } from '@leadloom/shared/contract/table-facets';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { catchSavedFiles } from '../../../testing/saved-files.ts';
import { apiServer } from '../../../testing/server.ts';
import { aPerson, loadPeopleScreen, openPeople, rowOf, servePeople } from '../testing/people.fixture.ts';

beforeAll(loadPeopleScreen);

const byCountry: Summary = {
  data: [
    { by: ['Norway'], value: 1200 },
    { by: ['Spain'], value: 300 },
    { by: [null], value: 1 },
  ],
  total: 1502,
  other: 1,
};

function serveSummary(summary: Summary = byCountry): readonly string[] {
  const asked: string[] = [];
  apiServer.use(
    answer(summarizeProfiles, ({ url }) => {
      asked.push(decodeURIComponent(url.search));
      return summary;
    }),
  );
  return asked;
}

const figures = (name: string) => screen.findByRole('region', { name });

describe('collected people as a chart', () => {
  it('rows and chart are two ways of looking at the same question, and a value filters', async () => {
    servePeople(aPerson(1));
    const asked = serveSummary();
    const { person, location } = await openPeople('?tags=warm&title=engineer');
    await rowOf('Person 1');
    await person.click(screen.getByRole('button', { name: 'Chart' }));
    const table = within(await figures('Collected people by country, as a table'));
    expect(location()).toBe('/linkedin/people?tags=warm&title=engineer&show=chart&by=country');
    expect(asked).toEqual(['?tags=warm&title=engineer&by=country&measure=count']);
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'CountryPeopleShare',
      'Norway1,20079.9%',
      'Spain30020%',
      '(blank)10.1%',
      'Other1 person0.1%',
    ]);
    expect(screen.getByText('1,502 people · 1 person with other values')).toBeVisible();
    await person.click(table.getByRole('button', { name: 'Norway' }));
    await waitFor(() => expect(location()).toContain('?country=Norway&tags=warm&title=engineer&show=chart&by=country'));
    await waitFor(() => expect(asked.at(-1)).toBe('?country=Norway&tags=warm&title=engineer&by=country&measure=count'));
    await person.click(screen.getByRole('button', { name: 'Rows' }));
    await rowOf('Person 1');
    expect(location()).toBe('/linkedin/people?country=Norway&tags=warm&title=engineer');
    expect(screen.getByRole('button', { name: 'Rows', pressed: true })).toHaveFocus();
  });

  it('a title narrows a part of it, checkboxes and numbers filter, and the chart is remembered', async () => {
    servePeople(aPerson(1));
    const asked = serveSummary({ data: [{ by: ['Senior Engineer', 'true'], value: 3 }], total: 3, other: 0 });
    const { person, location } = await openPeople(
      '?title=engineer&show=chart&by=title&by=with_email&measure=avg&of=follower_count',
    );
    const table = within(await figures('Collected people by title and with email: average of Followers, as a table'));
    expect(asked).toEqual(['?title=engineer&by=title&by=with_email&measure=avg&of=follower_count']);
    await person.click(table.getByRole('button', { name: 'Senior Engineer, With email: 3' }));
    await waitFor(() => expect(location()).toContain('with_email=true&'));
    expect(location()).toContain('title=Senior+Engineer&');
    await person.click(screen.getByRole('button', { name: 'Rows' }));
    await rowOf('Person 1');
    await person.click(screen.getByRole('button', { name: 'Chart' }));
    await waitFor(() => expect(location()).toContain('show=chart&by=title&by=with_email&measure=avg&of=follower_count'));
  });

  it('nobody is found, and the figures are saved as CSV', async () => {
    const saved = catchSavedFiles();
    servePeople(aPerson(1));
    serveSummary();
    const { person } = await openPeople('?show=chart&by=country');
    await figures('Collected people by country, as a table');
    await person.click(screen.getByRole('button', { name: 'Download the figures as CSV' }));
    expect(saved[0]?.name).toBe('collected-people-by-country.csv');
    expect(await saved[0]?.content.text()).toContain('Country,People,Share\r\nNorway,1200,');
    serveSummary({ data: [], total: 0, other: 0 });
    await person.selectOptions(screen.getByRole('combobox', { name: 'By' }), 'School');
    expect(await screen.findByText('Nobody matches')).toBeVisible();
  });
});
