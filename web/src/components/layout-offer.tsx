/** Offers the layout "work" once, at the end of the line of filters. */
import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';

interface LayoutOfferProps {
  readonly onUse: () => void;
  readonly onClose: () => void;
}

export function LayoutOffer({ onUse, onClose }: LayoutOfferProps) {
  return (
    <Box
      role="group"
      aria-label="Layout"
      sx={{
        // Narrow windows have room for the filters alone; the layout is in the menu of densities, too.
        display: { xs: 'none', lg: 'flex' },
        alignItems: 'center',
        gap: 0.5,
        ml: 'auto',
        color: 'text.secondary',
      }}
    >
      <span>More rows, and what matters first: use the work layout</span>
      <Button size="small" variant="outlined" onClick={onUse}>
        Use it
      </Button>
      <IconButton size="small" aria-label="Close the offer of the work layout" onClick={onClose}>
        <CloseRounded fontSize="inherit" />
      </IconButton>
    </Box>
  );
}
