import { styled } from '@mui/material/styles';

/** A name or value within a sentence. */
export const Code = styled('code')({ fontFamily: 'monospace', fontSize: '0.9em', overflowWrap: 'anywhere' });
