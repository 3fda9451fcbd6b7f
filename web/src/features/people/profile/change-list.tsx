/** The changed fields of a profile, before and after. Lists are shown as numbers of entries. */
import type { ProfileChange } from '@leadloom/shared/contract/collected-profiles';
import Box from '@mui/material/Box';
import { formatCount } from '../../../lib/format-count.ts';

const names: Readonly<Record<string, string>> = {
  full_name: 'Name',
  photo_url: 'Photo',
  profile_url: 'Address',
  company_name: 'Company',
  company_url: 'Company page',
  connection_count: 'Connections',
  follower_count: 'Followers',
};

/** A full description would hide the other changes. */
const MAX_LETTERS = 240;

export function ChangeList({ changes }: { readonly changes: readonly ProfileChange[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: '0.25rem 1.5rem',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '9rem minmax(0, 1fr)' },
        fontSize: '0.875rem',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, mb: { xs: 0.75, sm: 0 }, overflowWrap: 'anywhere' },
        '& del': { color: 'text.secondary' },
        '& ins': { textDecoration: 'none', fontWeight: 500 },
      }}
    >
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is loaded in full and never reordered
        <Box key={index} sx={{ display: 'contents' }}>
          <dt>{nameOf(change.field)}</dt>
          <dd>{change.field === 'photo_url' ? photoText(change) : <Change change={change} />}</dd>
        </Box>
      ))}
    </Box>
  );
}

function Change({ change: { before, after } }: { readonly change: ProfileChange }) {
  return (
    <>
      <del>{before === null ? 'nothing' : <bdi>{text(before)}</bdi>}</del>
      {' → '}
      <ins>{after === null ? 'nothing' : <bdi>{text(after)}</bdi>}</ins>
    </>
  );
}

/** Addresses of photos mean nothing to a reader. */
function photoText({ before, after }: ProfileChange): string {
  if (before === null) return 'A photo was added';
  return after === null ? 'The photo was removed' : 'The photo was replaced';
}

function text(value: string | number): string {
  if (typeof value === 'number') return formatCount(value);
  return value.length > MAX_LETTERS ? `${value.slice(0, MAX_LETTERS).toWellFormed()}…` : value;
}

function nameOf(field: string): string {
  const words = names[field] ?? field.replaceAll('_', ' ');
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
