import { type KeyboardEvent, useState } from 'react';
import { readPage } from './page-range.ts';

interface PageFieldProps {
  readonly page: number;
  readonly pages: number | null;
  readonly onPageChange: (page: number) => void;
}

/** The page number, which can be edited. Enter or leaving the field goes to that page; Escape and invalid text do not. */
export function PageField({ page, pages, onPageChange }: PageFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? String(page);

  function go(): void {
    const requested = draft === null ? null : readPage(draft, pages);
    setDraft(null);
    if (requested !== null && requested !== page) onPageChange(requested);
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'Enter') go();
    if (key === 'Escape') setDraft(null);
  }

  return (
    <input
      aria-label="Page"
      inputMode="numeric"
      autoComplete="off"
      value={text}
      style={{ width: `calc(${Math.max(3, text.length, String(pages ?? 0).length)}ch + 1rem)` }}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={go}
      onKeyDown={onKeyDown}
    />
  );
}
