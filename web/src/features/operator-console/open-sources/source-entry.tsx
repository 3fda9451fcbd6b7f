/** One open source: what it is, how it does, and what can be done with it. */
import { changeOpenSource, type OpenSourceStatus, runOpenSource } from '@leadloom/shared/contract/open-sources';
import { tableLinks } from '@leadloom/shared/tables/table-names';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CheckLine } from '../../../components/check-line.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { EntryHead } from '../../../components/entry-list.tsx';
import { Notice } from '../../../components/notice.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import { useConsoleAction } from '../use-console-action.ts';
import { KnownBoards } from './known-boards.tsx';
import { PasteBoards } from './paste-boards.tsx';
import { TrySource } from './try-source.tsx';
import { OPEN_SOURCES } from './use-open-sources.ts';

const stateWords: Readonly<Record<OpenSourceStatus['state'], string>> = {
  off: 'Off',
  waiting: 'On',
  running: 'Running',
  failed: 'Failed',
};

export function SourceEntry({ source }: { readonly source: OpenSourceStatus }) {
  const { id, title, state, needs, error, options, attribution, licence } = source;
  const { opened, open, close, carryOut, isSending, failure, proofDialog } = useConsoleAction<'confirm' | 'off'>(OPEN_SOURCES);
  const params = { source_id: id };
  const change = (body: { on?: boolean; options?: Record<string, boolean> }, text: string) =>
    carryOut(() => call(changeOpenSource, { params, body }), text);
  const run = (body: { confirm?: boolean }) => carryOut(() => call(runOpenSource, { params, body }), `${title} runs.`);
  const isOn = source.next_run_at !== null || state === 'waiting' || state === 'running';
  const hasFacts = isOn || source.last_run_at !== null || source.rows > 0 || (source.boards ?? 0) > 0;

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <EntryHead
        title={title}
        level="h3"
        text={describe(source)}
        status={statusOf(source)}
        actions={
          <>
            {isOn ? (
              <Button
                size="small"
                disabled={isSending}
                onClick={() => (state === 'running' ? open('off') : void change({ on: false }, `${title} is off.`))}
              >
                Switch off
              </Button>
            ) : (
              <Button size="small" disabled={isSending} onClick={() => void change({ on: true }, `${title} is on.`)}>
                Switch on
              </Button>
            )}
            <Button size="small" disabled={isSending || needs !== null || state === 'running'} onClick={() => void run({})}>
              Run now
            </Button>
            <TrySource source={source} />
          </>
        }
      />
      {needs === 'contact' && <Notice severity="info">Enter a contact above. Nothing is fetched before.</Notice>}
      {error !== null && state !== 'running' && (
        <Notice severity="error">
          {error}
          {source.can_confirm && (
            <Box sx={{ mt: 1 }}>
              <Button size="small" variant="outlined" disabled={isSending} onClick={() => open('confirm')}>
                Load it anyway
              </Button>
            </Box>
          )}
        </Notice>
      )}
      {failure !== null && opened === null && <Notice severity="error">{failure}</Notice>}
      {hasFacts && <DescriptionList items={factsOf(source)} />}
      {options.length > 0 && (
        <Box role="group" aria-label={`What ${title} lets in`}>
          {options.map(({ key, label, on }) => (
            <CheckLine
              key={key}
              label={label}
              isChecked={on}
              onChange={(isChosen) => void change({ options: { [key]: isChosen } }, `${title} is read again from the start.`)}
            />
          ))}
        </Box>
      )}
      {source.boards !== null && (
        <>
          <PasteBoards />
          {source.boards > 0 && <KnownBoards count={source.boards} />}
        </>
      )}
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {attribution} Licence: {licence}.
      </Box>
      {opened === 'confirm' && (
        <ConfirmDialog
          title={`Load the file of ${title} anyway?`}
          text="It has far fewer rows than the last one. Rows that it no longer has stay as they are."
          confirmLabel="Load it"
          isWorking={isSending}
          failure={failure}
          onConfirm={() => void run({ confirm: true })}
          onClose={close}
        />
      )}
      {opened === 'off' && (
        <ConfirmDialog
          title={`Switch ${title} off while it runs?`}
          text="What it has loaded stays. When it is switched on again, it goes on where it stopped."
          confirmLabel="Switch off"
          isWorking={isSending}
          failure={failure}
          onConfirm={() => void change({ on: false }, `${title} is off.`)}
          onClose={close}
        />
      )}
      {proofDialog}
    </Box>
  );
}

/** `Companies and People from the U.S. Securities and Exchange Commission, every business day, 4 MB a quarter` */
function describe({ tables, publisher, every, size }: OpenSourceStatus): string {
  const names = tables.map((table) => tableLinks[table]);
  const listed = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}` : (names[0] ?? '');
  return `${listed} from ${publisher.replace(/^The /, 'the ')}, ${every}, ${size}`;
}

function statusOf({ state, label, added, changed }: OpenSourceStatus): string {
  const loaded = state === 'running' ? `: ${formatRows(added)} added, ${formatCount(changed)} changed so far` : '';
  return `${stateWords[state]}${loaded}${label === null ? '' : ` (${label})`}`;
}

function factsOf({ rows, added, changed, last_run_at: last, next_run_at: next, needs, boards }: OpenSourceStatus) {
  const time = (at: string | null) => (at === null ? NO_VALUE : formatDayAndTime(at));
  return [
    ...(boards === null ? [] : [{ term: 'Boards', text: formatCount(boards) }]),
    { term: 'Rows', text: formatCount(rows) },
    { term: 'Last run', text: time(last) },
    { term: 'Added, changed', text: last === null ? NO_VALUE : `${formatCount(added)}, ${formatCount(changed)}` },
    { term: 'Next run', text: needs !== null && next !== null ? 'Once it has what it needs' : time(next) },
  ];
}
