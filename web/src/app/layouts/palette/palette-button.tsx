import SearchRounded from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { visuallyHidden } from '../../../components/visually-hidden.ts';
import { isOnMac, keyNames, shortcuts } from '../../../lib/shortcuts.ts';

/** Opens the palette; in narrow windows a picture alone. */
export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button
      color="inherit"
      aria-haspopup="dialog"
      aria-keyshortcuts={isOnMac() ? 'Meta+K' : 'Control+K'}
      onClick={onOpen}
      sx={{
        flex: 'none',
        minWidth: 0,
        minHeight: '2rem',
        width: { xs: '2.5rem', md: '17rem' },
        px: { xs: 0, md: 1.25 },
        gap: 1,
        justifyContent: { xs: 'center', md: 'flex-start' },
        border: { md: 1 },
        borderColor: { md: 'divider' },
        color: 'text.secondary',
        fontWeight: 450,
      }}
    >
      <SearchRounded aria-hidden fontSize="small" />
      <Box component="span" sx={(theme) => ({ flex: 1, textAlign: 'start', [theme.breakpoints.down('md')]: visuallyHidden })}>
        Search or jump to…
      </Box>
      <Box component="kbd" aria-hidden sx={{ display: { xs: 'none', md: 'inline' }, font: 'inherit', fontSize: '0.75rem' }}>
        {keyNames(shortcuts.palette, isOnMac())[0]?.join(' ')}
      </Box>
    </Button>
  );
}
