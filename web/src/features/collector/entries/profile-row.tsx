import type { CollectorEntry, FoundBy } from '@leadloom/shared/contract/linkedin';
import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { generatePath } from 'react-router-dom';
import { CheckBox } from '../../../components/check-box.tsx';
import { ExternalLink } from '../../../components/external-link.tsx';
import { Tag } from '../../../components/tag.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { paths } from '../../../lib/paths.ts';
import type { EntryState } from './entry-reason.ts';

const foundBy: Readonly<Record<FoundBy, string>> = { address: 'Address', connections: 'Connections', search: 'Search' };

interface ProfileRowProps {
  readonly entry: CollectorEntry;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
  readonly state: EntryState;
  /** Downloads this entry alone; null: not now. */
  readonly onRetry: (() => void) | null;
}

export function ProfileRow({ entry, isSelected, onToggle, state, onRetry }: ProfileRowProps) {
  const slug = readProfileUrl(entry.url)?.slug ?? entry.url;
  const details = entry.user_id === null ? null : generatePath(paths.linkedinUser, { userId: entry.user_id });
  return (
    <TableRow hover selected={isSelected}>
      <TableCell padding="checkbox">
        <CheckBox isChecked={isSelected} onChange={onToggle} label={`Select ${slug}`} />
      </TableCell>
      <TableCell>
        <Cut>{details === null || !entry.name ? entry.name : <TextLink to={details}>{entry.name}</TextLink>}</Cut>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', ...cut, lineHeight: '20px' }}>{entry.employer ?? ''}</Box>
      </TableCell>
      <TableCell>
        <Cut>
          <ExternalLink href={entry.url} label={readable(entry.url)}>
            <LongUrl url={readable(entry.url)} />
          </ExternalLink>
        </Cut>
      </TableCell>
      <TableCell>{entry.collected ? 'Yes' : 'No'}</TableCell>
      <TableCell>
        {entry.status !== null && <Tag tone={entry.status === 'ok' ? 'success' : 'warning'}>{entry.status}</Tag>}
        {state.text !== null && (
          <Box sx={{ fontSize: '0.8125rem', lineHeight: 1.45, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {state.text}
          </Box>
        )}
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{entry.found_by == null ? '' : foundBy[entry.found_by]}</TableCell>
      <TableCell>
        <Cut title={entry.email}>{entry.email}</Cut>
      </TableCell>
      <TableCell>
        {entry.profile_url !== null && (
          <Cut>
            <ExternalLink href={entry.profile_url}>{shortUrl(entry.profile_url)}</ExternalLink>
          </Cut>
        )}
      </TableCell>
      <TableCell>
        {details !== null && (
          <Cut>
            <TextLink to={details} aria-label={`Details of ${slug}`}>
              Details
            </TextLink>
          </Cut>
        )}
        {state.canRetry && (
          <Button
            size="small"
            aria-label={`Retry ${slug}`}
            disabled={onRetry === null}
            onClick={() => onRetry?.()}
            sx={{ minHeight: 28, minWidth: 0, ml: -0.75 }}
          >
            Retry
          </Button>
        )}
      </TableCell>
    </TableRow>
  );
}

/** Lines of 24 px: links above each other stay apart for fingers. */
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', lineHeight: '24px' } as const;

interface CutProps {
  readonly title?: string | null;
  readonly children: React.ReactNode;
}

/** A text that is cut at the width of its cell. */
function Cut({ title, children }: CutProps) {
  return (
    <Box title={title ?? undefined} sx={{ unicodeBidi: 'isolate', ...cut, '& > a, & > span': { display: 'block', ...cut } }}>
      {children}
    </Box>
  );
}

/** Where there is little room the part that is the same everywhere gives way to the part that tells members apart. */
function LongUrl({ url }: { readonly url: string }) {
  const site = /^https:\/\/www\.linkedin\.com(?=\/in\/)/.exec(url)?.[0] ?? '';
  return (
    <>
      <Box component="span" sx={{ display: { xs: 'none', xl: 'inline' } }}>
        {site}
      </Box>
      {url.slice(site.length)}
    </>
  );
}

/** `https://www.linkedin.com/in/山田-花子` instead of its percent-encoded form. */
function readable(url: string): string {
  const address = readProfileUrl(url);
  return address === null ? url : `https://www.linkedin.com/in/${address.slug}`;
}

function shortUrl(url: string): string {
  return readable(url).replace(/^https?:\/\/(?:www\.)?linkedin\.com/i, '');
}
