/** A filter's name above its control, which stays readable while the control is filled. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface LabelledProps {
  /** The id of the control. */
  readonly id: string;
  readonly label: string;
  /** What can be chosen about the control, in the line of its name. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Labelled({ id, label, action, children }: LabelledProps) {
  const name = (
    <Box
      component="label"
      htmlFor={id}
      id={labelIdOf(id)}
      sx={{ fontSize: '0.8125rem', fontWeight: 560, color: 'text.secondary' }}
    >
      {label}
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, alignContent: 'start', minWidth: 0 }}>
      {/* An empty line would move the control down. */}
      {action === undefined || action === false ? (
        name
      ) : (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: '0.8125rem' }}>
          {name}
          {action}
        </Box>
      )}
      {children}
    </Box>
  );
}

export function labelIdOf(id: string): string {
  return `${id}-label`;
}
