/** Both versions of what somebody else changed while this person changed it, and the choice between them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { copyText } from '../../lib/copy-text.ts';
import { NO_VALUE } from '../../lib/no-value.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { type ComparedPart, type SaveConflict, useSaveConflict } from '../../lib/workspace/save-over-others.ts';
import { TitledDialog } from '../dialogs/titled-dialog.tsx';

export function ConflictDialog() {
  const conflict = useSaveConflict();
  return conflict === null ? null : <BothVersions {...conflict} />;
}

function BothVersions({ what, parts, choose }: SaveConflict) {
  function keepTheirs(): void {
    choose('theirs');
    const own = parts.filter(({ mine, theirs }) => mine !== theirs && mine !== '').map(({ mine }) => mine);
    if (own.length === 0) return;
    showSnackbar('info', 'Theirs is kept, and yours is not saved.', {
      label: 'Copy mine',
      run: () => void copyOwn(own.join('\n')),
    });
  }

  return (
    <TitledDialog
      title={`Somebody else changed this ${what}`}
      text="It was saved by another member while you were changing it. Nothing of yours has been saved yet."
      width="sm"
      onClose={() => choose('neither')}
      actions={
        <>
          <Button autoFocus onClick={() => choose('neither')}>
            Cancel
          </Button>
          <Button onClick={keepTheirs}>Keep theirs</Button>
          <Button variant="contained" onClick={() => choose('mine')}>
            Save mine anyway
          </Button>
        </>
      }
    >
      <Box component="table" sx={tableStyles}>
        <thead>
          <tr>
            <td />
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <Row key={part.label} {...part} />
          ))}
        </tbody>
      </Box>
    </TitledDialog>
  );
}

async function copyOwn(text: string): Promise<void> {
  if (await copyText(text, null)) showSnackbar('success', 'Yours was copied.');
}

/** A part in which both differ, or that somebody else changed, stands out. */
function Row({ label, mine, theirs, isChanged }: ComparedPart) {
  const isMarked = isChanged || mine !== theirs;
  const cell = (text: string) => <td>{isMarked && text !== '' ? <mark>{text}</mark> : text || NO_VALUE}</td>;
  return (
    <tr>
      <th scope="row">{label}</th>
      {cell(mine)}
      {cell(theirs)}
    </tr>
  );
}

const tableStyles = {
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': {
    p: 0.75,
    borderBottom: 1,
    borderColor: 'divider',
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  '& th': { fontWeight: 560 },
  '& tr > :first-of-type': { width: '22%' },
  '& mark': { bgcolor: 'action.selected', color: 'inherit', borderRadius: 0.5, px: 0.25 },
} as const;
