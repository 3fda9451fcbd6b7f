import Box from '@mui/material/Box';
import { NotFound } from '../../components/not-found.tsx';
import { MAIN_ID, SkipLink } from '../layouts/skip-link.tsx';

export function NotFoundPage() {
  return (
    <>
      <SkipLink />
      <Box component="main" id={MAIN_ID} tabIndex={-1} sx={{ flex: 1, display: 'grid', outline: 'none' }}>
        <NotFound />
      </Box>
    </>
  );
}
