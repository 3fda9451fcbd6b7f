/** Addresses of job boards, one a line, for boards that no known website links. */
import { changeOpenSource, MAX_BOARDS } from '@leadloom/shared/contract/open-sources';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { useConsoleAction } from '../use-console-action.ts';
import { OPEN_SOURCES } from './use-open-sources.ts';

const LABEL = 'Paste job boards';
const PROVIDERS = 'Greenhouse, Lever, Ashby, SmartRecruiters, Recruitee or Workable';

export function PasteBoards() {
  const id = useId();
  const [text, setText] = useState('');
  const { carryOut, isSending, failure, proofDialog } = useConsoleAction(OPEN_SOURCES);
  const boards = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isTooMuch = boards.length > MAX_BOARDS;
  const problem = isTooMuch ? `At most ${formatCount(MAX_BOARDS)} addresses at once.` : failure;

  async function onAdd(): Promise<void> {
    await carryOut(
      async () => {
        const { boards_added: added = 0 } = await call(changeOpenSource, {
          params: { source_id: 'job-boards' },
          body: { boards },
        });
        setText('');
        return added;
      },
      (added) => whatWasAdded(added, boards.length - added),
    );
  }

  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <FormControl size="small" fullWidth error={problem !== null}>
        <InputLabel htmlFor={id}>{LABEL}</InputLabel>
        <OutlinedInput
          id={id}
          label={LABEL}
          multiline
          minRows={2}
          maxRows={10}
          value={text}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => setText(target.value)}
        />
        <FormHelperText id={`${id}-help`} role={problem === null ? undefined : 'alert'} sx={{ overflowWrap: 'anywhere' }}>
          {problem ?? `One address a line, at ${PROVIDERS}, such as https://jobs.lever.co/acme.`}
        </FormHelperText>
      </FormControl>
      <Button
        size="small"
        variant="outlined"
        disabled={isSending || isTooMuch || boards.length === 0}
        onClick={() => void onAdd()}
      >
        Add boards
      </Button>
      {proofDialog}
    </Box>
  );
}

/** `3 boards added, 1 was known.` */
function whatWasAdded(added: number, known: number): string {
  const told = `${formatCount(added)} ${added === 1 ? 'board' : 'boards'} added`;
  return known === 0 ? `${told}.` : `${told}, ${formatCount(known)} ${known === 1 ? 'was' : 'were'} known.`;
}
