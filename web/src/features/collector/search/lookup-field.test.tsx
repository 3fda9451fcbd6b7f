import { searchCompanies, searchLocations } from '@leadloom/shared/contract/linkedin';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { Themed } from '../../../testing/themed.tsx';
import { LookupField } from './lookup-field.tsx';
import type { LookupKind, LookupOption } from './lookup-option.ts';

const place = (number: number): LookupOption => {
  const name = `Place ${number}`;
  return { id: String(number), ids: [String(number)], name, note: null, chosenName: name };
};

function Field({ kind, count }: { readonly kind: LookupKind; readonly count: number }) {
  const [values, setValues] = useState<readonly LookupOption[]>(() => Array.from({ length: count }, (_, at) => place(at + 1)));
  return <LookupField label="Field" kind={kind} values={values} onChange={setValues} isDisabled={false} />;
}

function open(kind: LookupKind, count: number) {
  signInForTest('lookup-field');
  render(
    <Themed>
      <Field kind={kind} count={count} />
    </Themed>,
  );
  return { person: userEvent.setup(), field: screen.getByRole('combobox', { name: 'Field' }) };
}

test('a place whose numbers a search cannot take any more is not added, and the field says so until something is typed', async () => {
  apiServer.use(
    answer(searchLocations, ({ url }) => {
      const isBoth = url.searchParams.get('query') === 'berlin';
      const name = isBoth ? 'Berlin' : 'Oslo';
      const ids = isBoth ? ['106967730', '103035651'] : ['90009731'];
      return { data: [{ id: ids[0] ?? '', ids, name, label: name, country: null, kind: 'city' as const }] };
    }),
  );
  const { person, field } = open('location', 49);
  await person.type(field, 'berlin');
  await person.click(await screen.findByRole('option', { name: /^Berlin/ }));
  expect(field).toHaveAccessibleDescription('Berlin was not added: a search takes at most 50 places, and some count as two.');
  expect(field).toBeInvalid();
  expect(screen.queryByRole('button', { name: 'Berlin' })).toBeNull();
  await person.clear(field);
  await person.type(field, 'oslo');
  expect(field).toBeValid();
  await person.click(await screen.findByRole('option', { name: /^Oslo/ }));
  expect(await screen.findByRole('button', { name: 'Oslo' })).toBeTruthy();
  expect(field).toHaveAccessibleDescription('');
});

test('a company beyond the fiftieth is not added, and the field says so until one is taken out', async () => {
  apiServer.use(answer(searchCompanies, () => ({ data: [{ company_id: '700', company_name: 'Nordlys' }] })));
  const { person, field } = open('company', 50);
  await person.type(field, 'nord');
  await person.click(await screen.findByRole('option', { name: 'Nordlys' }));
  expect(field).toHaveAccessibleDescription('Nordlys was not added: a search takes at most 50 companies.');
  await person.click(field);
  await person.keyboard('{Backspace}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Place 50' })).toBeNull());
  expect(field).toHaveAccessibleDescription('');
});
