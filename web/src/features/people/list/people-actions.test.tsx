import { exportExperiences, exportProfiles } from '@leadloom/shared/contract/collected-profiles';
import { addListRows, removeListRows } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists } from '@leadloom/shared/contract/my-rows';
import { deleteProfiles, setRecollections, tagProfiles } from '@leadloom/shared/contract/people-changes';
import { mediaTypes } from '@leadloom/shared/domain/file-format';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { catchSavedFiles } from '../../../testing/saved-files.ts';
import { apiServer } from '../../../testing/server.ts';
import { aPerson, loadPeopleScreen, openPeople, people, rowOf, select, servePeople } from '../testing/people.fixture.ts';

beforeAll(loadPeopleScreen);

describe('selected people', () => {
  it('people are selected over pages, page by page or in a range, and the selection can be cleared', async () => {
    servePeople(...people(12));
    const { person } = await openPeople();
    await select(person, 'Person 2');
    await person.keyboard('{Shift>}');
    await person.click((await rowOf('Person 5')).getByRole('checkbox'));
    await person.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeVisible();
    await person.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(screen.getByText('10 selected')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    await select(person, 'Person 11');
    expect(screen.getByText('11 selected').parentElement).toHaveTextContent('11 selected, 10 on other pages');
    await person.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByText('12 people')).toBeVisible();
    expect(screen.getByRole('region', { name: 'People' })).toHaveFocus();
  });

  it('people can be selected with the keyboard alone', async () => {
    servePeople(aPerson(1));
    const { person } = await openPeople();
    const row = await rowOf('Person 1');
    row.getByRole('checkbox').focus();
    await person.keyboard(' ');
    expect(screen.getByText('1 selected')).toBeVisible();
    await person.tab();
    expect(row.getByRole('link', { name: 'Person 1' })).toHaveFocus();
  });
});

describe('lists', () => {
  it('people are removed from the list that is shown, and put back by Undo', async () => {
    const list = {
      id: 4,
      name: 'To call',
      table: 'collected-people',
      count: 2,
      note: '',
      updated_at: '2026-03-31T09:00:00.000Z',
    } as const;
    const asked: unknown[] = [];
    servePeople(...people(2));
    apiServer.use(
      answer(listRowLists, () => ({ data: [list], total: 1 })),
      answer(removeListRows, ({ body }) => {
        asked.push({ removed: body.ids });
        return { ...list, count: 1, removed: 1 };
      }),
      answer(addListRows, ({ body }) => {
        asked.push({ added: body.ids });
        return { ...list, added: 1, already_on_it: 0, addition: 7 };
      }),
    );
    const { person } = await openPeople('?list=4');
    await select(person, 'Person 1');
    await person.click(await screen.findByRole('button', { name: 'Remove from list' }));
    expect(await screen.findByText('1 person was removed from To call.')).toBeVisible();
    expect(screen.getByText('2 people')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('To call now has 2 people.')).toBeVisible();
    expect(asked).toEqual([{ removed: [1] }, { added: [1] }]);
  });
});

describe('collecting again', () => {
  it('selected people are chosen to be collected again, and a refusal is shown in the dialog', async () => {
    servePeople(...people(3));
    const asked: unknown[] = [];
    apiServer.use(
      answer(setRecollections, ({ body }) => {
        asked.push(body);
        if (asked.length === 1) throw refuse('RECOLLECTIONS.LIMIT_REACHED');
        return { changed: 2, total: 2 };
      }),
    );
    const { person } = await openPeople();
    await select(person, 'Person 1', 'Person 2');
    await person.click(screen.getByRole('button', { name: 'Collect again…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Collect 2 people again' }));
    await person.selectOptions(dialog.getByLabelText('How often'), 'Every week');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('You can choose at most 5,000 people to be collected again.')).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The collector proposes 2 people when they are due.')).toBeVisible();
    expect(asked.at(-1)).toEqual({ ids: ['1', '2'], every: 'weekly' });
  });
});

describe('tags', () => {
  it('tags are added and removed in one step, with known ones suggested', async () => {
    const server = servePeople(aPerson(1, { tags: ['Later'] }), aPerson(2), aPerson(3, { tags: ['Freight'] }));
    const { person } = await openPeople();
    await select(person, 'Person 1', 'Person 2');
    await person.click(screen.getByRole('button', { name: 'Tags…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags for 2 people' }));
    await person.type(dialog.getByRole('combobox', { name: 'Add' }), 'frei');
    await person.click(await screen.findByRole('option', { name: 'Freight' }));
    await person.type(dialog.getByRole('combobox', { name: 'Add' }), 'Oslo  fair,');
    await person.click(dialog.getByRole('combobox', { name: 'Remove' }));
    await person.click(await screen.findByRole('option', { name: 'Later' }));
    await person.click(dialog.getByRole('button', { name: 'Change tags' }));
    const first = await rowOf('Person 1');
    expect(await first.findByText('Oslo fair')).toBeVisible();
    expect(first.getByText('Freight')).toBeVisible();
    await waitFor(() => expect(first.queryByText('Later')).toBeNull());
    await waitFor(() => expect(server.people[1]?.tags).toEqual(['Freight', 'Oslo fair']));
    expect(server.people[2]?.tags).toEqual(['Freight']);
    expect(screen.getByText('2 selected')).toBeVisible();
  });

  it('a message says who was tagged, opens all who have the tags, and Undo takes back what was added alone', async () => {
    const server = servePeople(aPerson(1, { tags: ['Freight'] }), aPerson(2), aPerson(3, { tags: ['Oslo fair'] }));
    const { person, location } = await openPeople('?country=Norway');
    await select(person, 'Person 1', 'Person 2', 'Person 3');
    const addTag = async (...tags: readonly string[]) => {
      await person.click(screen.getByRole('button', { name: 'Tags…' }));
      const dialog = within(await screen.findByRole('dialog'));
      for (const tag of tags) await person.type(dialog.getByRole('combobox', { name: 'Add' }), `${tag},`);
      await person.click(dialog.getByRole('button', { name: 'Change tags' }));
    };
    await addTag('Freight');
    expect(await screen.findByText('2 people tagged Freight, 1 had it')).toBeVisible();
    await addTag('Freight');
    expect(await screen.findByText('3 people had Freight already')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 people no longer tagged')).toBeVisible();
    expect(server.people.map(({ tags }) => tags)).toEqual([['Freight'], [], ['Oslo fair']]);
    const second = await rowOf('Person 2');
    await waitFor(() => expect(second.queryByText('Freight')).toBeNull());
    await addTag('Oslo fair', 'Freight');
    const message = (await screen.findByText('3 people tagged Oslo fair and Freight')).closest('[role="status"]');
    if (!(message instanceof HTMLElement)) throw new Error('The message is no status.');
    await person.click(within(message).getByRole('link', { name: 'Open' }));
    await waitFor(() => expect(location()).toBe('/linkedin/people?tags=Oslo+fair,Freight'));
  });

  it('tags that are only removed have no message', async () => {
    const server = servePeople(aPerson(1, { tags: ['Later'] }));
    const { person } = await openPeople();
    await select(person, 'Person 1');
    await person.click(screen.getByRole('button', { name: 'Tags…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByRole('combobox', { name: 'Remove' }), 'later{Enter}');
    await person.click(dialog.getByRole('button', { name: 'Change tags' }));
    await waitFor(() => expect(server.people[0]?.tags).toEqual([]));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('changed tags are shown before the server responds, and reverted with the reason if it refuses', async () => {
    servePeople(aPerson(1, { tags: ['Kept', 'Taken'] }));
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(tagProfiles, async () => {
        await release.promise;
        throw refuse('TAGS.LIMIT_REACHED', 'This account has all the tags it can have.');
      }),
    );
    const { person } = await openPeople();
    await select(person, 'Person 1');
    await person.click(screen.getByRole('button', { name: 'Tags…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByRole('combobox', { name: 'Add' }), 'New{Enter}');
    await person.type(dialog.getByRole('combobox', { name: 'Remove' }), 'taken{Enter}');
    await person.click(dialog.getByRole('button', { name: 'Change tags' }));
    const row = await rowOf('Person 1');
    expect(await row.findByText('New')).toBeVisible();
    expect(row.queryByText('Taken')).toBeNull();
    release.resolve();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The tags could not be changed. This account has all the tags it can have.',
    );
    await waitFor(() => expect(row.queryByText('New')).toBeNull());
    expect(row.getByText('Taken')).toBeVisible();
    expect(row.getByText('Kept')).toBeVisible();
  });

  it('a tag that is too long is refused while it is typed', async () => {
    servePeople(aPerson(1));
    const { person } = await openPeople();
    await select(person, 'Person 1');
    await person.click(screen.getByRole('button', { name: 'Tags…' }));
    const field = within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Add' });
    await person.type(field, `${'x'.repeat(41)}{Enter}`);
    expect(screen.getByText('A tag can have at most 40 visible characters.')).toBeVisible();
  });

  it('tags beyond the fourth are shown as a number', async () => {
    servePeople(aPerson(1, { tags: ['a1', 'b2', 'c3', 'd4', 'e5'] }));
    await openPeople();
    const row = await rowOf('Person 1');
    expect(row.getByText('c3')).toBeVisible();
    expect(row.queryByText('d4')).toBeNull();
    expect(row.getByText('2 more')).toHaveTextContent('2 more');
  });
});

describe('deleting people', () => {
  it('deleting people says what is deleted and that it is permanent, and then deletes them', async () => {
    const server = servePeople(...people(3));
    const { person } = await openPeople();
    await select(person, 'Person 1', 'Person 3');
    await person.click(screen.getByRole('button', { name: 'Delete…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 people?' }));
    expect(
      dialog.getByText(/the profile with its experiences, education and contact details, its tags, its history/),
    ).toBeVisible();
    expect(dialog.getByText(/This cannot be undone\./)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('2 people were deleted.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Person 1')).toBeNull());
    expect(server.deleted).toEqual([['1', '3']]);
    expect(await screen.findByText('1 person')).toBeVisible();
    expect(screen.getByRole('region', { name: 'People' })).toHaveFocus();
  });

  it('cancelling the dialog deletes nobody', async () => {
    const server = servePeople(aPerson(1));
    const { person } = await openPeople();
    await select(person, 'Person 1');
    await person.click(screen.getByRole('button', { name: 'Delete…' }));
    await screen.findByRole('dialog', { name: /^Delete\s+Person 1\s*\?$/ });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.deleted).toEqual([]);
    expect(screen.getByText('1 selected')).toBeVisible();
  });

  it('a failed deletion keeps everybody and shows the reason', async () => {
    const server = servePeople(aPerson(1));
    apiServer.use(
      answer(deleteProfiles, () => {
        throw refuse('RATE.LIMITED');
      }),
    );
    const { person } = await openPeople();
    await select(person, 'Person 1');
    await person.click(screen.getByRole('button', { name: 'Delete…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Too many requests.');
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled();
    expect(server.people).toHaveLength(1);
  });
});

describe('exports', () => {
  it.each([
    ['Export profiles', exportProfiles, 'linkedin_users_export.csv', ''],
    ['Export for a sender', exportProfiles, 'linkedin_users_export.csv', '&preset=sender'],
    ['Export experiences', exportExperiences, 'linkedin_experiences_export.csv', ''],
  ])('an export contains the people that the filters select: %s', async (label, row, fileName, more) => {
    servePeople(aPerson(1));
    const asked: string[] = [];
    apiServer.use(
      answer(row, ({ url }) => {
        asked.push(url.search);
        return new Blob(['name\r\n']);
      }),
    );
    const saved = catchSavedFiles();
    const { person } = await openPeople('?tags=Freight&with_email=true&page=1');
    await rowOf('Person 1');
    await person.click(screen.getByRole('button', { name: label }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([fileName]));
    expect(asked).toEqual([`?tags=Freight&with_email=true${more}`]);
  });

  it('an export is a workbook on request', async () => {
    servePeople(aPerson(1));
    apiServer.use(
      answer(exportProfiles, ({ url }) => {
        expect(url.search).toBe('?format=xlsx');
        return new Blob(['PK'], { type: mediaTypes.xlsx });
      }),
    );
    const saved = catchSavedFiles();
    const { person } = await openPeople();
    await rowOf('Person 1');
    await person.selectOptions(screen.getByRole('combobox', { name: 'Format of exports' }), 'Excel');
    expect(screen.getByText('Export this person to Excel. This does not count against your monthly limit.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Export profiles' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['linkedin_users_export.xlsx']));
  });

  it('a failed export is logged and shown', async () => {
    servePeople(aPerson(1));
    apiServer.use(
      answer(exportProfiles, () => {
        throw refuse('RATE.LIMITED');
      }),
    );
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { person } = await openPeople();
    await rowOf('Person 1');
    await person.click(screen.getByRole('button', { name: 'Export profiles' }));
    expect(await screen.findByText('The file could not be created. Please try again.')).toBeVisible();
    expect(log).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Export profiles' })).toBeEnabled();
  });
});

describe('what LinkedIn sent of a person', () => {
  it('a row shows in a word whether a profile is complete, and a press shows every section', async () => {
    servePeople(
      aPerson(1, { sections: { profile: 'complete', experience: 'truncated', contact: 'missing', about: 'unparsed' } }),
      aPerson(2),
      aPerson(3, { sections: {} }),
    );
    const { person } = await openPeople();
    expect((await rowOf('Person 2')).getByRole('button', { name: 'Complete: sections of Person 2' })).toBeVisible();
    expect((await rowOf('Person 3')).getByText('Not known')).toBeVisible();
    const button = (await rowOf('Person 1')).getByRole('button', { name: 'Incomplete: sections of Person 1' });
    await person.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'What LinkedIn sent for Person 1' }));
    expect(dialog.getByText('Incomplete: LinkedIn sent only a part')).toBeVisible();
    expect(dialog.getByText('Missing: LinkedIn sent none; there may be none')).toBeVisible();
    expect(dialog.getByText('Unreadable: LinkedIn sent it in an unknown format')).toBeVisible();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveFocus();
  });
});
