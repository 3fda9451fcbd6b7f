import Box from '@mui/material/Box';

/** What a page says while it waits for its data. */
export function LoadingText({ children }: { readonly children: string }) {
  return (
    <Box role="status" sx={{ color: 'text.secondary', fontSize: '0.9375rem' }}>
      {children}
    </Box>
  );
}
