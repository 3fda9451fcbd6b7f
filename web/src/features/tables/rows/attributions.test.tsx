import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Attributions } from './attributions.tsx';

const row = (id: number, sources: readonly string[]) => ({ id, changed_in: id, sources });

it('rows of open sources are shown with what their licences ask for, each once', () => {
  render(<Attributions rows={[row(1, ['file', 'no-brreg']), row(2, ['no-brreg']), row(3, ['sec-form-d'])]} />);
  expect(screen.getByRole('note', { name: 'Sources' })).toHaveTextContent(
    /^Source: U\.S\. Securities and Exchange Commission, Form D\. Contains data under .* Brønnøysundregistrene\.$/,
  );
});

it('rows of files and samples have no such line', () => {
  render(<Attributions rows={[row(1, ['file']), row(2, ['sample', 'reddit'])]} />);
  expect(screen.queryByRole('note')).toBeNull();
});
