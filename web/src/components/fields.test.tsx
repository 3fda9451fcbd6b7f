import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { watchRendering } from '../testing/rendered-again.ts';
import { Themed } from '../testing/themed.tsx';
import { CheckLine } from './check-line.tsx';
import { FormDialog } from './dialogs/form-dialog.tsx';
import { FlagField } from './filter-fields/flag-field.tsx';
import { FormField } from './form-field.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextAreaField } from './text-area-field.tsx';

const choices = [{ value: 'de', label: 'Germany' }];
const empty = { name: '', secret: '', address: '', country: '', isFlagged: false, isTicked: false };
const labels = ['Name', 'Secret', 'Address', 'Country', 'Flag', 'Tick'];

interface FormProps {
  readonly onSend: (values: typeof empty) => void;
}

/** Keeps the values of all fields, and makes every handler anew whenever one changes. */
function Form({ onSend }: FormProps) {
  const [values, setValues] = useState(empty);
  return (
    <FormDialog
      title="A form"
      submitLabel="Send"
      isSubmitDisabled={false}
      onSubmit={() => onSend(values)}
      onClose={() => setValues(empty)}
    >
      <FormField label="Name" name="name" value={values.name} onChange={(name) => setValues({ ...values, name })} />
      <PasswordField label="Secret" name="secret" value={values.secret} onChange={(secret) => setValues({ ...values, secret })} />
      <TextAreaField
        label="Address"
        name="address"
        value={values.address}
        onChange={(address) => setValues({ ...values, address })}
      />
      <SelectField
        label="Country"
        name="country"
        emptyLabel="Choose"
        options={choices}
        value={values.country}
        onChange={(country) => setValues({ ...values, country })}
      />
      <FlagField label="Flag" isChecked={values.isFlagged} onChange={(isFlagged) => setValues({ ...values, isFlagged })} />
      <CheckLine label="Tick" isChecked={values.isTicked} onChange={(isTicked) => setValues({ ...values, isTicked })} />
    </FormDialog>
  );
}

async function openForm(): Promise<{ readonly sent: () => unknown }> {
  const send = vi.fn();
  render(<Form onSend={send} />, { wrapper: Themed });
  await screen.findByLabelText('Name');
  return { sent: () => send.mock.lastCall?.[0] };
}

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

it.each(['Name', 'Secret', 'Address'])(
  'a letter typed into %s renders no other field, no button and no frame of the dialog again',
  async (label) => {
    await openForm();
    const renderedAgain = watchRendering();
    type(label, 'a');
    const again = renderedAgain();
    const field = screen.getByLabelText(label);
    expect(again).toContain(field);
    const others = labels.filter((other) => other !== label).map((other) => screen.getByLabelText(other));
    const around = [
      screen.getByRole('dialog'),
      ...screen.getAllByRole('button'),
      screen.getByText('A form'),
      screen.getByText(label),
    ];
    expect([...others, ...around].filter((element) => again.includes(element))).toEqual([]);
  },
);

it('fields that were not rendered again call the handlers of the latest rendering', async () => {
  const { sent } = await openForm();
  type('Name', 'Ada');
  type('Secret', 'loom');
  type('Address', 'Weavers Lane 1');
  type('Country', 'de');
  fireEvent.click(screen.getByLabelText('Flag'));
  fireEvent.click(screen.getByLabelText('Tick'));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(sent()).toEqual({
      name: 'Ada',
      secret: 'loom',
      address: 'Weavers Lane 1',
      country: 'de',
      isFlagged: true,
      isTicked: true,
    }),
  );
});
