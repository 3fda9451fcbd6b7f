/** What became of pasted lines, or of rows counted elsewhere: which were not found, a name that makes a list of the others, and the way to match them by hand. */
import type { PastedMatch } from '@leadloom/shared/contract/match';
import { changeRowList } from '@leadloom/shared/contract/my-row-changes';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type FormEvent, useContext, useState } from 'react';
import { BelowChip } from '../../../components/filter-fields/use-list-open.ts';
import { FormField } from '../../../components/form-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { countedText } from '../../../lib/match/counted-text.ts';
import { handList } from '../../../lib/match/handed-list.ts';
import { readPastedLines } from '../../../lib/match/pasted-lines.ts';
import { useReloadMyRows } from '../../../lib/my-rows/change-my-rows.ts';
import { rowWords } from '../../../lib/my-rows/row-words.ts';
import { paths } from '../../../lib/paths.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';

interface PastedFieldProps {
  readonly match: PastedMatch;
  readonly onClear: () => void;
}

export function PastedField({ match, onClear }: PastedFieldProps) {
  const { id, table, lines, count } = match;
  const { onDone: close } = useContext(BelowChip);
  const [pasted] = useState(() => readPastedLines(id));
  return (
    <Text>
      {match.counted_in === undefined ? (
        <>
          <span>
            {formatCount(lines)} {lines === 1 ? 'line' : 'lines'} pasted, {rowWords(table, count)} found
            {pasted !== null && pasted.byName > 0 && `, ${formatCount(pasted.byName)} by name only`}.
          </span>
          {pasted === null ? (
            <span>The lines themselves are only in the tab in which they were pasted.</span>
          ) : (
            <>
              <Lines title="Not found" lines={pasted.missing} />
              <Lines title="Several possible" lines={pasted.several} />
              <TextLink to={`${paths.match}?table=${table}`} onClick={() => handList(pasted.text)}>
                Open in Match my list
              </TextLink>
            </>
          )}
        </>
      ) : (
        <>
          <span>
            {match.counted_in}: {countedText(match)}.
          </span>
          {count < lines && <span>The others are no longer in the table.</span>}
        </>
      )}
      {/* Where the chip has no room, this field is among others, and has no button that clears it. */}
      <Button
        size="small"
        sx={{ ml: -0.625 }}
        onClick={() => {
          onClear();
          close();
        }}
      >
        Remove this filter
      </Button>
      {count > 0 && <KeepForm match={match} />}
    </Text>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const heading = `${title} (${formatCount(lines.length)})`;
  return (
    <div>
      <strong>{heading}</strong>
      {/* What scrolls has to be reached by the keyboard. */}
      <LineList aria-label={heading} tabIndex={0}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and stay in their order
          <li key={at}>{line}</li>
        ))}
      </LineList>
    </div>
  );
}

/** Under its name, the match is a list like others, and the address stays. */
function KeepForm({ match: { id, table } }: { readonly match: PastedMatch }) {
  const { onDone: close } = useContext(BelowChip);
  const reload = useReloadMyRows();
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    setBusy(true);
    setFailure(null);
    try {
      const list = await call(changeRowList, { params: { list_id: id }, body: { name } });
      await reload();
      showSnackbar('success', `${list.name} has ${rowWords(table, list.count)}.`);
      close();
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : 'The rows could not be kept as a list.');
      setBusy(false);
    }
  }

  return (
    <Form onSubmit={(event) => void keep(event)}>
      <FormField label="New list" name="list" value={name} onChange={setName} maxLength={80} />
      <SubmitButton label="Keep as a list" size="small" isDisabled={isBusy || name.trim() === ''} />
      {failure !== null && <Notice severity="error">{failure}</Notice>}
    </Form>
  );
}

const Text = styled('div')({ display: 'grid', gap: '0.75rem', justifyItems: 'start', fontSize: '0.875rem' });

const Form = styled('form')({ justifySelf: 'stretch', display: 'grid', gap: '0.5rem', marginTop: '0.25rem' });

const LineList = styled('ul')({
  margin: '0.25rem 0 0',
  paddingInlineStart: '1.25rem',
  maxHeight: '9rem',
  overflowY: 'auto',
  overflowWrap: 'anywhere',
});
