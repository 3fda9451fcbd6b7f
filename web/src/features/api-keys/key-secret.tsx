import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useRef } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';

interface KeySecretProps {
  readonly secret: string | null;
  /** Id of the element that names the key. */
  readonly describedBy: string;
}

/** The secret right after its creation, and asterisks afterwards. */
export function KeySecret({ secret, describedBy }: KeySecretProps) {
  const shown = useRef<HTMLElement>(null);
  if (secret === null) {
    return (
      <Tooltip title="Can only be seen when created" describeChild>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
        <span tabIndex={0}>*******</span>
      </Tooltip>
    );
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box component="code" ref={shown} sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere', minWidth: 0 }}>
        {secret}
      </Box>
      <CopyButton text={secret} shownIn={shown} describedBy={describedBy} />
    </Box>
  );
}
