import type { CollectorRow } from '@leadloom/shared/contract/linkedin';
import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { generatePath } from 'react-router-dom';
import { ExternalLink } from '../../../components/external-link.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { paths } from '../../../lib/paths.ts';

interface ProfileRowProps {
  readonly row: CollectorRow;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

export function ProfileRow({ row, isSelected, onToggle }: ProfileRowProps) {
  const slug = readProfileUrl(row.url)?.slug ?? row.url;
  return (
    <TableRow hover selected={isSelected}>
      <TableCell padding="checkbox">
        <Checkbox
          size="small"
          checked={isSelected}
          onChange={onToggle}
          slotProps={{ input: { 'aria-label': `Select ${slug}` } }}
        />
      </TableCell>
      <TableCell>
        <Cut width={380}>
          <ExternalLink href={row.url}>{readable(row.url)}</ExternalLink>
        </Cut>
      </TableCell>
      <TableCell>{row.collected ? 'Yes' : 'No'}</TableCell>
      <TableCell>
        {row.status !== null && (
          <Chip label={row.status} color={row.status === 'ok' ? 'success' : 'warning'} variant="outlined" />
        )}
      </TableCell>
      <TableCell>
        <Cut width={240}>{row.email}</Cut>
      </TableCell>
      <TableCell>
        {row.profile_url !== null && (
          <Cut width={200}>
            <ExternalLink href={row.profile_url}>{shortUrl(row.profile_url)}</ExternalLink>
          </Cut>
        )}
      </TableCell>
      <TableCell sx={{ textAlign: 'end', whiteSpace: 'nowrap' }}>
        {row.user_id !== null && (
          <TextLink to={generatePath(paths.linkedinUser, { userId: row.user_id })} aria-label={`Details of ${slug}`}>
            Details
          </TextLink>
        )}
      </TableCell>
    </TableRow>
  );
}

function Cut({ width, children }: { readonly width: number; readonly children: React.ReactNode }) {
  return (
    <Box sx={{ maxWidth: width, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', unicodeBidi: 'isolate' }}>
      {children}
    </Box>
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
