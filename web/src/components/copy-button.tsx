import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { type RefObject, useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { visuallyHidden } from './visually-hidden.ts';

const COPIED_MS = 3000;

interface CopyButtonProps {
  readonly text: string;
  /** The element that shows the text, which is selected there when it cannot be copied. */
  readonly shownIn: RefObject<Element | null>;
  /** Id of the element that says what is copied, where the button alone does not. */
  readonly describedBy?: string;
}

/** "Copy", and for three seconds "Copied!". */
export function CopyButton({ text, shownIn, describedBy }: CopyButtonProps) {
  /** Counts, so that a second copy starts the three seconds anew; 0: nothing to tell. */
  const [copies, setCopies] = useState(0);
  const isCopied = copies > 0;

  useEffect(() => {
    if (copies === 0) return;
    const timer = window.setTimeout(() => setCopies(0), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [copies]);

  async function onCopy(): Promise<void> {
    if (await copyText(text, shownIn.current)) setCopies((count) => count + 1);
  }

  return (
    <>
      <Button
        variant="outlined"
        size="small"
        aria-describedby={describedBy}
        onClick={() => void onCopy()}
        sx={{ minWidth: '5.5rem' }}
      >
        {isCopied ? 'Copied!' : 'Copy'}
      </Button>
      <Box role="status" sx={visuallyHidden}>
        {isCopied && 'Copied to the clipboard'}
      </Box>
    </>
  );
}
