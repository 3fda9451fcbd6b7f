/** One quiet mark beside a field: where its cell comes from, at hover and focus, and the publisher's page behind it. */
import type { RowSource } from '@leadloom/shared/contract/table-records';
import SourceOutlined from '@mui/icons-material/SourceOutlined';
import IconButton from '@mui/material/IconButton';
import { cellFormat } from '../../../components/data-grid/body/cell-format.ts';
import { LazyTooltip } from '../../../components/lazy-tooltip.tsx';
import { webHref } from '../../../lib/web-href.ts';

interface FieldSourceProps {
  readonly headerName: string;
  readonly source: RowSource;
}

export function FieldSource({ headerName, source: { title, as_of: day, url } }: FieldSourceProps) {
  const text = `${title}, ${cellFormat.day(day)}`;
  const href = webHref(url);
  const icon = <SourceOutlined sx={{ fontSize: '0.875rem' }} />;
  return (
    <LazyTooltip title={text}>
      <IconButton
        size="small"
        component="a"
        {...(href === null ? { tabIndex: 0 } : { href, target: '_blank', rel: 'noopener noreferrer' })}
        aria-label={`${headerName}: ${text}`}
        sx={{ p: 0.5, color: 'text.disabled' }}
      >
        {icon}
      </IconButton>
    </LazyTooltip>
  );
}
