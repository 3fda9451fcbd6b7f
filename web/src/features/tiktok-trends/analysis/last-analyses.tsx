/** The outcomes of the latest analyses, scheduled ones too: an outcome must not be lost when the page is closed. */
import Box from '@mui/material/Box';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { Disclosure } from '../disclosure.tsx';
import { foundText, isRunning } from './analysis-message.ts';
import type { ReadTask } from './analysis-rows.ts';

export function LastAnalyses({ analyses }: { readonly analyses: readonly ReadTask[] }) {
  const [last, ...earlier] = analyses.filter(({ status }) => !isRunning(status));
  if (last === undefined) return null;
  return (
    <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
      Last analysis: {outcomeText(last)}
      {earlier.length > 0 && (
        <Disclosure summary="Earlier analyses">
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
            {earlier.map((task) => (
              <li key={task.task_id}>{outcomeText(task)}</li>
            ))}
          </Box>
        </Disclosure>
      )}
    </Box>
  );
}

function outcomeText({ status, info, error_details, created_at, finished_at, is_scheduled }: ReadTask): string {
  const when = formatDayAndTime(finished_at ?? created_at);
  const by = is_scheduled ? ', scheduled' : '';
  if (status === 'SUCCESS') return `${when}${by}. ${foundText(info) ?? 'Nothing new was found.'}`;
  if (status === 'FAILURE') return `${when}${by}. It failed: ${error_details?.trim() || 'Unknown error'}`;
  return `${when}${by}. ${status}`;
}
