/** How the file is read, and the table it goes into, with its first lines. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router-dom';
import { Notice } from '../../../components/notice.tsx';
import { importFilePath, paths } from '../../../lib/paths.ts';
import { FirstRows } from './first-rows.tsx';
import { FormFields } from './form-fields.tsx';
import { needsTable, settledDraft, withForm, withTable } from './import-draft.ts';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step-props.ts';
import { TableChoice } from './table-choice.tsx';

export function FormStep({ uploadId, draft, changeDraft, preview, isReading, failure }: StepProps) {
  const navigate = useNavigate();
  const onNext = () => {
    changeDraft((before) => settledDraft(before, preview));
    void navigate(importFilePath(uploadId, 'columns'));
  };
  return (
    <>
      <Box component="h2" sx={{ m: 0, fontSize: '1.125rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {preview.name}
      </Box>
      <FormFields draft={draft} changeDraft={changeDraft} preview={preview} />
      {failure === null ? (
        <TableChoice draft={draft} preview={preview} onChoose={(table) => changeDraft((before) => withTable(before, table))} />
      ) : (
        <Notice severity="error">{failure}</Notice>
      )}
      {preview.notices.map((notice) => (
        <Notice key={notice} severity="info">
          {notice}
        </Notice>
      ))}
      <FirstRows
        preview={preview}
        isReading={isReading}
        onHeader={(line) => changeDraft((before) => withForm(before, { has_header: true, header_line: line }))}
      />
      <StepFoot isReading={isReading}>
        <Button variant="outlined" onClick={() => void navigate(paths.operatorImport)}>
          Another file
        </Button>
        <Button variant="contained" disabled={isReading || failure !== null || needsTable(draft, preview)} onClick={onNext}>
          Next: columns
        </Button>
      </StepFoot>
    </>
  );
}
