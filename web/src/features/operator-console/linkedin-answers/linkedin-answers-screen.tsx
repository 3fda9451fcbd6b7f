import { type AnswerCounts, listCatalogueChecks } from '@leadloom/shared/contract/catalogue-checks';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Notice } from '../../../components/notice.tsx';
import type { PlainColumn } from '../../../components/plain-table.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import { ConsoleList, useConsolePage } from '../console-list.tsx';

const columns: readonly PlainColumn<AnswerCounts>[] = [
  // A key of the catalogue's file, to be copied whole.
  { title: 'Endpoint', cell: ({ endpoint }) => <OneLine>{endpoint}</OneLine> },
  { title: 'Id', cell: ({ candidate }) => candidate ?? 'has none' },
  { title: 'Understood', isNumber: true, cell: ({ understood }) => formatCount(understood) },
  { title: 'Different', isNumber: true, cell: ({ different }) => formatCount(different) },
  { title: 'Refused', isNumber: true, cell: ({ refused }) => formatCount(refused) },
  { title: 'Last understood', cell: ({ last_understood_on: day }) => <OneLine>{day ?? NO_VALUE}</OneLine> },
  { title: 'Last failed', cell: ({ last_failed_on: day }) => <OneLine>{day ?? NO_VALUE}</OneLine> },
];

function OneLine({ children }: { readonly children: string }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {children}
    </Box>
  );
}

/** Shows which ids of the catalogue LinkedIn answers as this version reads them, and never whose checks and jobs found it out. */
export function LinkedInAnswersScreen() {
  const query = useConsolePage(['linkedin-answers'], async (options) => {
    const { data } = await call(listCatalogueChecks, {}, options);
    return { data, total: data.length };
  });
  const failures = query.data === undefined ? [] : explainFailures(query.data.data);
  return (
    <>
      <Typography variant="body2">
        Accounts whose check or job used an id in the last 30 days, each counted once in a column. Days are UTC. How to change the
        catalogue’s file, <code>linkedin-catalogue.json</code>, is in <code>docs/operator/collector.md</code>.
      </Typography>
      {failures.length > 0 && (
        <Notice severity="warning">
          {failures.map(({ key, text }) => (
            <p key={key}>{text}</p>
          ))}
        </Notice>
      )}
      <ConsoleList
        label="What LinkedIn answers"
        query={query}
        columns={columns}
        keyOf={({ endpoint, candidate }) => `${endpoint} ${candidate}`}
        empty="No check and no job has reported how LinkedIn answers in the last 30 days."
        page={1}
        onPage={() => undefined}
      />
    </>
  );
}

/**
 * Whether LinkedIn no longer answers an id as before: the id failed after it was last understood, or was never understood.
 * Where both happened on one day, the greater number of accounts decides.
 */
function isFailing(counts: AnswerCounts): boolean {
  const { last_understood_on: understood, last_failed_on: failed } = counts;
  if (failed === null || understood === null) return failed !== null;
  return failed === understood ? counts.different + counts.refused > counts.understood : failed > understood;
}

/** A sentence for each failing id, in the order of the list. */
function explainFailures(all: readonly AnswerCounts[]): readonly { readonly key: string; readonly text: string }[] {
  return all.filter(isFailing).map((counts) => {
    const { endpoint, candidate, last_understood_on: understood, last_failed_on: failed } = counts;
    const since = understood === null ? 'and was not understood before' : `and was last understood on ${understood}`;
    return {
      key: `${endpoint} ${candidate}`,
      text: `${endpoint}${candidate === null ? '' : `, ${candidate}`}: failed on ${failed} ${since}. ${whatToWrite(counts, all)}`,
    };
  });
}

function whatToWrite({ endpoint, candidate }: AnswerCounts, all: readonly AnswerCounts[]): string {
  if (candidate === null) return 'It has no id that could be replaced: it needs a newer version of Leadloom.';
  const working = all.find((other) => other.endpoint === endpoint && other.candidate !== candidate && !isFailing(other));
  return working === undefined
    ? `No other id of “${endpoint}” is understood: add a newer one before it.`
    : `Put ${working.candidate} before it in “${endpoint}”.`;
}
