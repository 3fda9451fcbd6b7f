/** The first line of a record: what it is, and its site and profile as icons. */
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import LanguageRounded from '@mui/icons-material/LanguageRounded';
import LinkedIn from '@mui/icons-material/LinkedIn';
import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import WorkOutlineRounded from '@mui/icons-material/WorkOutlineRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ComponentType } from 'react';
import { useState } from 'react';
import { cellHref, linkTarget, shortAddress } from '../../../components/data-grid/body/cell-link.ts';
import { freshnessOf } from './freshness.ts';
import { type RecordLink, recordLayout, summaryOfRow } from './record-layout.ts';

const icons: Readonly<Record<RecordLink['label'], ComponentType<{ sx?: object }>>> = {
  Website: LanguageRounded,
  LinkedIn,
  Product: LanguageRounded,
  Review: RateReviewOutlined,
  Post: ForumOutlined,
  Video: PlayCircleOutlineRounded,
  Job: WorkOutlineRounded,
};

interface RecordSummaryProps {
  readonly name: TableName;
  readonly row: TableRow;
}

export function RecordSummary({ name, row }: RecordSummaryProps) {
  const [today] = useState(() => new Date());
  const freshness = freshnessOf(row, today);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        justifyContent: 'space-between',
        gap: 1,
        minHeight: '1.75rem',
        mt: -1.5,
        fontSize: '0.875rem',
        lineHeight: '1.75rem',
      }}
    >
      <Box sx={{ minWidth: 0, color: 'text.secondary', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' }}>
        {summaryOfRow(name, row, today)}
        {freshness !== '' && (
          <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem', lineHeight: '1.25rem' }}>
            {freshness}
          </Box>
        )}
      </Box>
      <Box sx={{ flex: 'none', display: 'flex', minHeight: '1.75rem' }}>
        {recordLayout(name).links.map((link) => (
          <IconLink key={link.field} {...{ name, row, link }} />
        ))}
      </Box>
    </Box>
  );
}

interface IconLinkProps {
  readonly name: TableName;
  readonly row: TableRow;
  readonly link: RecordLink;
}

/** Nothing where the cell holds no address that can be followed. */
function IconLink({ name, row, link: { field, label } }: IconLinkProps) {
  const column = tableByName(name).columns.find((one) => one.field === field);
  const value = row[field];
  const href = column === undefined || typeof value !== 'string' ? null : cellHref(column, value);
  if (href === null || typeof value !== 'string') return null;
  const Icon = icons[label];
  return (
    <IconButton
      size="small"
      component="a"
      href={href}
      {...linkTarget(href)}
      aria-label={`Open ${label}`}
      title={`${label}: ${shortAddress(value)}`}
      sx={{ p: 0.5, color: 'primary.main' }}
    >
      <Icon sx={{ fontSize: '1.25rem' }} />
    </IconButton>
  );
}
