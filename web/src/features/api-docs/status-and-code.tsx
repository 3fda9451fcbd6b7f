import Box from '@mui/material/Box';
import { Code } from './code.tsx';

/** The identification of an error: its HTTP status, then its code. */
export function StatusAndCode({ status, code }: { readonly status: number; readonly code: string }) {
  return (
    <>
      <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', mr: 1 }}>
        {status}
      </Box>
      <Code>{code}</Code>
    </>
  );
}
