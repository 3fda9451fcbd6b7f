import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Freshness } from './freshness.tsx';

it('each table names what filled it, how much and when, and what never came to its end', () => {
  const at = new Date(Date.now() - 2 * 3_600_000).toISOString();
  render(
    <Freshness
      tables={[
        {
          table: 'companies',
          rows: 20_000,
          sources: [
            { title: 'SEC Form D', rows: 12_034, at },
            { title: 'Websites', rows: 1, at: null },
          ],
        },
        { table: 'people', rows: 3, sources: [] },
        { table: 'jobs', rows: 9 },
      ]}
    />,
  );
  expect(screen.getByText(/^Companies/)).toHaveTextContent(
    /^Companies: SEC Form D, 12,034 rows, 2 hours ago; Websites, 1 row, not complete yet$/,
  );
});

it('tables of files alone say nothing', () => {
  const { container } = render(<Freshness tables={[{ table: 'companies', rows: 3, sources: [] }]} />);
  expect(container).toBeEmptyDOMElement();
});
