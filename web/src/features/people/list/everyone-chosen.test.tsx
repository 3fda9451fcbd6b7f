import { addListRows } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists } from '@leadloom/shared/contract/my-rows';
import { deleteProfiles, setRecollections, tagProfiles } from '@leadloom/shared/contract/people-changes';
import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { loadPeopleScreen, openPeople, people, rowOf, select, servePeople } from '../testing/people.fixture.ts';

beforeAll(loadPeopleScreen);

const selectAll = async (person: Awaited<ReturnType<typeof openPeople>>['person']) => {
  await select(person, 'Person 2');
  await person.click(screen.getByRole('button', { name: 'Select all 12' }));
};

describe('everyone who matches', () => {
  it('everyone who matches the filters is put on a list, until one of them is deselected', async () => {
    const list = {
      id: 4,
      name: 'To call',
      table: 'collected-people',
      count: 2,
      note: '',
      updated_at: '2026-03-31T09:00:00.000Z',
    } as const;
    const asked: unknown[] = [];
    servePeople(...people(12));
    apiServer.use(
      answer(listRowLists, () => ({ data: [list], total: 1 })),
      answer(addListRows, ({ body }) => {
        asked.push(body);
        return { ...list, count: 12, added: 10, already_on_it: 2, addition: 7 };
      }),
    );
    const { person } = await openPeople('?country=Norway');
    await select(person, 'Person 2');
    await person.click(screen.getByRole('button', { name: 'Select all 12' }));
    expect(screen.getByText('12 selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked();
    await person.click(screen.getByRole('button', { name: 'Add to list' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to list' }));
    await person.click(await dialog.findByRole('button', { name: /To call/ }));
    expect(await screen.findByText('10 people added to To call, 2 were on it')).toBeVisible();
    expect(asked).toEqual([{ filters: { country: 'Norway' } }]);
    await select(person, 'Person 2');
    expect(screen.getByText('9 selected')).toBeVisible();
  });

  it('everyone who matches the filters gets tags, those on this page at once', async () => {
    const server = servePeople(...people(12));
    const asked: unknown[] = [];
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(tagProfiles, async ({ body }) => {
        asked.push(body);
        await release.promise;
        server.people = server.people.map((one) => ({ ...one, tags: ['Warm'] }));
        return { people: 12, changed: 12, tagged: 10, addition: crypto.randomUUID() };
      }),
    );
    const { person } = await openPeople('?country=Norway');
    await selectAll(person);
    await person.click(screen.getByRole('button', { name: 'Tags…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags for 12 people' }));
    await person.type(dialog.getByRole('combobox', { name: 'Add' }), 'Warm,');
    await person.click(dialog.getByRole('button', { name: 'Change tags' }));
    expect(await (await rowOf('Person 10')).findByText('Warm')).toBeVisible();
    release.resolve();
    expect(await screen.findByText('10 people tagged Warm, 2 had it')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await (await rowOf('Person 11')).findByText('Warm')).toBeVisible();
    expect(asked).toEqual([{ filters: { country: ['Norway'] }, add: ['Warm'], remove: [] }]);
  });

  it('everyone who matches the filters is chosen to be collected again', async () => {
    servePeople(...people(12));
    const asked: unknown[] = [];
    apiServer.use(
      answer(setRecollections, ({ body }) => {
        asked.push(body);
        return { changed: 12, total: 12 };
      }),
    );
    const { person } = await openPeople('?with_email=true');
    await selectAll(person);
    await person.click(screen.getByRole('button', { name: 'Collect again…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Collect 12 people again' }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The collector proposes 12 people when they are due.')).toBeVisible();
    expect(asked).toEqual([{ filters: { with_email: 'true' }, every: 'monthly' }]);
  });

  it('everyone who matches the filters is deleted, but only as many as the screen says', async () => {
    const server = servePeople(...people(12));
    const asked: unknown[] = [];
    apiServer.use(
      answer(deleteProfiles, ({ body }) => {
        asked.push(body);
        if (body.expected !== server.people.length) throw refuse('PROFILE.OTHERS_MATCH');
        server.people = [];
        return { deleted: 13 };
      }),
    );
    const { person } = await openPeople('?country=Norway');
    await selectAll(person);
    await person.click(screen.getByRole('button', { name: 'Delete…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 12 people?' }));
    server.people = [...people(13)];
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('The people who match have changed meanwhile. Nobody was deleted.')).toBeVisible();
    await screen.findByRole('dialog', { name: 'Delete 13 people?' });
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('13 people were deleted.')).toBeVisible();
    expect(asked).toEqual([
      { filters: { country: ['Norway'] }, expected: 12 },
      { filters: { country: ['Norway'] }, expected: 13 },
    ]);
  });
});
