/** A filter's name above its control, which stays readable while the control is filled. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface LabelledProps {
  /** Of the control. */
  readonly id: string;
  readonly label: string;
  /** The control is a group, which names the label by `labelIdOf`. */
  readonly isGroup?: boolean;
  readonly children: ReactNode;
}

export function Labelled({ id, label, isGroup = false, children }: LabelledProps) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5, alignContent: 'start', minWidth: 0 }}>
      <Box
        {...(isGroup ? { component: 'span' } : { component: 'label', htmlFor: id })}
        id={labelIdOf(id)}
        sx={{ fontSize: '0.8125rem', fontWeight: 560, color: 'text.secondary' }}
      >
        {label}
      </Box>
      {children}
    </Box>
  );
}

export function labelIdOf(id: string): string {
  return `${id}-label`;
}
