import Box from '@mui/material/Box';

export const MAIN_ID = 'main';

/** The first stop of the Tab key on every page. */
export function SkipLink() {
  return (
    <Box
      component="a"
      href={`#${MAIN_ID}`}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontWeight: 560,
        fontSize: '0.875rem',
        transform: 'translateY(-300%)',
        '&:focus': { transform: 'none' },
        '@media print': { display: 'none' },
      }}
    >
      Skip to content
    </Box>
  );
}
