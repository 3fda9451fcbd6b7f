/** A file that could not be read as it was guessed or chosen. How it is read can still be changed. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from '../../../components/notice.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { paths } from '../../../lib/paths.ts';
import { FormFields } from './form-fields.tsx';
import { emptyDraft, readingOf } from './import-draft.ts';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step-props.ts';

interface UnreadFileProps extends Pick<StepProps, 'draft' | 'changeDraft' | 'isReading'> {
  readonly failure: string;
}

export function UnreadFile({ draft, changeDraft, isReading, failure }: UnreadFileProps) {
  return (
    <>
      <Notice severity="error">{failure}</Notice>
      <Box sx={{ fontSize: '0.875rem' }}>If the file has rows, choose their table here, or change how the file is read.</Box>
      <FormFields draft={draft} changeDraft={changeDraft} preview={null} />
      <StepFoot isReading={isReading}>
        <TextLink to={paths.operatorImport}>Choose another file</TextLink>
        {readingOf(draft) !== readingOf(emptyDraft) && (
          <Button variant="outlined" onClick={() => changeDraft(() => emptyDraft)}>
            Detect everything again
          </Button>
        )}
      </StepFoot>
    </>
  );
}
