/** The open sources of a record at its end: the publisher's page, the day, and the sentence that the licence asks for. */
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { cellFormat } from '../../../components/data-grid/body/cell-format.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { webHref } from '../../../lib/web-href.ts';
import { useSources } from './use-record.ts';

interface RecordSourcesProps {
  readonly name: TableName;
  readonly id: number;
  readonly level: 'h2' | 'h3';
}

/** Nothing for a row that files and people filled alone. */
export function RecordSources({ name, id, level }: RecordSourcesProps) {
  const { data = [], error, isFetching, refetch } = useSources(name, id);
  if (data.length === 0 && error === null) return null;
  return (
    <Box component="section" aria-label="Sources" sx={{ display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}>
      <Typography component={level} sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>
        Sources
      </Typography>
      {error !== null && <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data.map(({ source, title, url, as_of: day, attribution }) => {
        const href = webHref(url);
        return (
          <Box key={source} sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {href === null ? (
              title
            ) : (
              <Link href={href} target="_blank" rel="noopener noreferrer">
                {title}
              </Link>
            )}
            , {cellFormat.day(day)}. {attribution}
          </Box>
        );
      })}
    </Box>
  );
}
