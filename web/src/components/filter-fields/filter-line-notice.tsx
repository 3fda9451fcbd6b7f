/**
 * A short line about the rows, at the end of the line of filters, so that it takes no room above the rows. Where there is no
 * room for the sentence, a button with its short form opens it.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useRef, useState } from 'react';
import { LatePopover } from '../late-part.tsx';

interface FilterLineNoticeProps {
  /** Two words at most. */
  readonly short: string;
  /** The sentence, with its links and buttons. */
  readonly children: ReactNode;
}

export function FilterLineNotice({ short, children }: FilterLineNoticeProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice>
      <p>{children}</p>
      <Button
        ref={button}
        size="small"
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {short}
      </Button>
      <LatePopover
        open={isOpen}
        anchorEl={button.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        transitionDuration={0}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': short, sx: { mt: 0.5, p: 1.5, maxWidth: '20rem', fontSize: '0.8125rem' } },
        }}
      >
        {children}
      </LatePopover>
    </Notice>
  );
}

const Notice = styled('div')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  '& > p': { margin: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > button': { display: 'none' },
  [theme.breakpoints.down('md')]: { '& > p': { display: 'none' }, '& > button': { display: 'inline-flex' } },
}));
