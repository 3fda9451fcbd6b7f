import { MAX_PAGED_ROWS } from '@leadloom/shared/contract/tables';
import { apiBase } from '@leadloom/shared/reference/examples/api-base';
import { walkRows } from '@leadloom/shared/reference/examples/walk-example';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../lib/format-count.ts';
import { DocSection } from './doc-section.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { Facts } from './facts.tsx';
import { RichText } from './rich-text.tsx';

const facts = [
  {
    key: 'start',
    term: 'Start',
    text: 'Send an empty `cursor`. Every response has the next one as `next_cursor` and, as a URL, in the header `Link`. It is null on the last page.',
  },
  {
    key: 'keep',
    term: 'Keep the filters',
    text: 'A cursor works only with the filters and sort order it was created with. The page size and the fields may change.',
  },
  {
    key: 'order',
    term: 'Order',
    text: 'Without `sort`, rows are sorted by id, which never changes: no row is missed or repeated, however many change meanwhile. New rows come last. With a `sort`, a row whose value changes while you read may be missed or repeated.',
  },
  {
    key: 'total',
    term: 'Count once',
    text: 'Every page has the exact total unless you send `include_total=false`, which saves the server the counting.',
  },
  {
    key: 'profiles',
    term: 'Collected profiles',
    text: '`GET /linkedin/users` works in the same way, and has the total on every page.',
  },
  {
    key: 'later',
    term: 'Stay up to date',
    text: 'To keep a copy of a table, read its `changes`. Start with `after=0`, which returns every row, and continue with the last `version` you received. Changes come in the order in which they were saved, with deletions among them, so you miss none and see none twice.',
  },
];

export function WalksSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText
          text={`Page numbers are for browsing and end at ${formatCount(MAX_PAGED_ROWS)} rows. To read everything, follow the cursors: every page is as fast as the first.`}
        />
      </Typography>
      <Facts facts={facts.map(({ key, term, text }) => ({ key, term, text: <RichText text={text} /> }))} />
      <ExampleTabs example={walkRows(apiBase(window.location.origin), 'companies')} />
    </DocSection>
  );
}
