import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Themed } from '../../testing/themed.tsx';
import { FilterLine } from './filter-line.tsx';
import { FilterLineNotice } from './filter-line-notice.tsx';

it('the short form of a notice opens its sentence', async () => {
  const person = userEvent.setup();
  const notice = <FilterLineNotice short="Samples">These rows are invented.</FilterLineNotice>;
  render(
    <Themed>
      <FilterLine filters={[]} onClear={() => undefined} notice={notice} />
    </Themed>,
  );
  const line = within(screen.getByRole('region', { name: 'Filters' }));
  expect(line.getByText('These rows are invented.')).toBeVisible();
  // Narrow windows show it instead of the sentence.
  await person.click(line.getByRole('button', { name: 'Samples', hidden: true }));
  expect(await screen.findByRole('dialog', { name: 'Samples' })).toHaveTextContent('These rows are invented.');
});
