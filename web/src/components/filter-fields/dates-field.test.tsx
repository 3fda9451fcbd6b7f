import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Themed } from '../../testing/themed.tsx';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { DatesField } from './dates-field.tsx';
import { useDraft } from './use-draft.ts';

interface Days {
  readonly after: string;
  readonly before: string;
}

const none: Days = { after: '', before: '' };

/** The fields as screens use them: changes are applied after a pause. */
function FieldUnderTest({ onApply }: { readonly onApply: (days: Days) => void }) {
  const [applied, setApplied] = useState(none);
  const { filters, change, clear } = useDraft(applied, none, (days) => {
    onApply(days);
    setApplied(days);
  });
  const set = (part: Partial<Days>) => change((days) => ({ ...days, ...part }));
  return (
    <Themed>
      <DatesField
        label="Posted"
        {...filters}
        onAfterChange={(after) => set({ after })}
        onBeforeChange={(before) => set({ before })}
      />
      <button type="button" onClick={clear}>
        Clear filters
      </button>
    </Themed>
  );
}

function openField(pauseBetweenKeys = 120) {
  const applied: string[] = [];
  render(<FieldUnderTest onApply={({ after, before }) => applied.push(`${after}…${before}`)} />);
  const person = userEvent.setup({
    delay: pauseBetweenKeys,
    advanceTimers: (ms) => {
      if (vi.isFakeTimers()) vi.advanceTimersByTime(ms);
    },
  });
  const rest = () => pass(2_000);
  return { applied, person, rest, from: screen.getByLabelText('Posted from'), to: screen.getByLabelText('Posted to') };
}

beforeEach(fakeTimers);

test.each([30, 90, 200, 800])('A day typed with %i ms between the keys stays as it is typed and filters once', async (pause) => {
  const { applied, person, rest, from } = openField(pause);
  await person.click(screen.getByText('Posted from'));
  expect(from).toHaveFocus();
  await person.keyboard('2024-03-05');
  expect(from).toHaveValue('2024-03-05');
  await rest();
  expect(applied).toEqual(['2024-03-05…']);
  await person.tab();
  expect(from).toHaveValue('03/05/2024');
});

test('A half-typed day neither filters nor is lost, and the field says what is missing once it is left', async () => {
  const { applied, person, rest, from } = openField();
  await person.type(from, '12/31/202');
  await rest();
  expect(screen.queryByText(/Enter a full date/)).toBeNull();
  await person.click(document.body);
  expect(from).toHaveValue('12/31/202');
  expect(from).toBeInvalid();
  expect(from).toHaveAccessibleDescription('Enter a full date, such as 12/31/2024.');
  await person.type(from, '3');
  expect(from).toBeValid();
  await rest();
  expect(applied).toEqual(['2023-12-31…']);
});

test('A day that is edited filters as before until it is complete again', async () => {
  const { applied, person, rest, from } = openField();
  await person.type(from, '12/31/2023');
  await rest();
  await person.type(from, '{Backspace}');
  await rest();
  await person.type(from, '2');
  await rest();
  expect(applied).toEqual(['2023-12-31…', '2022-12-31…']);
});

test('A day is pasted in the form it was copied in, and cleared by hand and by its button', async () => {
  const { applied, person, rest, from } = openField();
  await person.click(from);
  await person.paste('05.03.2024');
  await rest();
  await person.clear(from);
  await rest();
  await person.paste('2024-03-06');
  await rest();
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  await rest();
  expect(applied).toEqual(['2024-03-05…', '…', '2024-03-06…', '…']);
  expect(from).toHaveFocus();
});

test('A day in its short form is applied by Enter', async () => {
  const { applied, person, rest, to } = openField();
  await person.type(to, '2024-1-5');
  await rest();
  expect(applied).toEqual([]);
  await person.keyboard('{Enter}');
  await rest();
  expect(applied).toEqual(['…2024-01-05']);
  expect(to).toHaveValue('01/05/2024');
});

test('Filters cleared or set elsewhere show in the field', async () => {
  const { person, rest, from } = openField();
  await person.type(from, '12/31/2023');
  await rest();
  await person.type(from, '{Backspace}');
  await person.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(from).toHaveValue('');
});

test('A start after the end is reported', async () => {
  const { person, rest, from, to } = openField();
  await person.type(from, '12/31/2023');
  await person.type(to, '12/30/2023');
  await person.tab();
  await rest();
  expect(from).toHaveAccessibleDescription('This is after the end date.');
  expect(to).toHaveAccessibleDescription('This is before the start date.');
});

test('A day is chosen in the calendar', async () => {
  vi.useRealTimers();
  const { person, from } = openField(0);
  await person.type(from, '02/10/2024');
  const [button] = screen.getAllByRole('button', { name: 'Choose date' });
  if (button === undefined) throw new Error('there is no calendar');
  await person.click(button);
  await person.click(await screen.findByRole('gridcell', { name: '29' }));
  expect(from).toHaveValue('02/29/2024');
});
