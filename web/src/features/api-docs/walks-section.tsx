import { MAX_PAGED_ROWS } from '@leadloom/shared/contract/tables';
import { apiBase } from '@leadloom/shared/reference/examples/examples';
import { walkRows } from '@leadloom/shared/reference/examples/table-examples';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../lib/format-count.ts';
import { DocSection } from './doc-section.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { Facts } from './facts.tsx';
import { RichText } from './rich-text.tsx';

const facts = [
  {
    key: 'begin',
    term: 'Begin',
    text: 'With an empty `cursor`. The answer tells the next one as `next_cursor` and, as an address, in the header `Link`; null means that this was the last page.',
  },
  {
    key: 'keep',
    term: 'Keep the question',
    text: 'A cursor belongs to its filters and its order. With others it is refused; the page size and the fields may change.',
  },
  {
    key: 'order',
    term: 'Order',
    text: 'Without `sort` rows come by id, which nothing moves: no row is missed and none comes twice, however many change meanwhile. New rows come at the end. With a `sort` a row whose value changes during the walk may move across the place you are at.',
  },
  {
    key: 'total',
    term: 'Count once',
    text: 'Every page tells the exact total unless you say `include_total=false`, which spares the server the counting.',
  },
  {
    key: 'profiles',
    term: 'Collected profiles',
    text: '`GET /linkedin/users` is walked in the same way, and has the total on every page.',
  },
  {
    key: 'later',
    term: 'Come back',
    text: 'To follow a table, walk again with `updated_after` set to an hour before you began the last walk, and ask which rows are gone. The hour is for large files: their rows are there when the last of them is, and carry the time it began.',
  },
];

export function WalksSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText
          text={`Pages by number are for looking around and end at ${formatCount(MAX_PAGED_ROWS)} rows. To read everything, walk by cursor: every page is as quick as the first.`}
        />
      </Typography>
      <Facts facts={facts.map(({ key, term, text }) => ({ key, term, text: <RichText text={text} /> }))} />
      <ExampleTabs example={walkRows(apiBase(window.location.origin), 'companies')} />
    </DocSection>
  );
}
