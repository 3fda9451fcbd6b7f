import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { TitledDialog } from '../../../components/dialogs/titled-dialog.tsx';
import { isOnMac, keyNames, type Shortcut, shortcuts } from '../../../lib/shortcuts.ts';
import { switchSingleKeys, useAreSingleKeysOn } from '../../../lib/single-keys.ts';
import { shortcutPlaces } from './shortcut-texts.ts';

/** Every key of the product, by where it works. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const areOn = useAreSingleKeysOn();
  return (
    <TitledDialog
      title="Keys"
      width="sm"
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose} autoFocus>
          Close
        </Button>
      }
    >
      <Box>
        <FormControlLabel
          control={<Switch size="small" checked={areOn} onChange={(_, isOn) => switchSingleKeys(isOn)} />}
          label="Single keys"
          sx={{ gap: 1, ml: 0 }}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Letters and signs pressed without Ctrl. They do nothing while you type. Switch them off if you use speech input.
        </Typography>
      </Box>
      {/* Where the list does not fit, the arrow keys scroll it from here. */}
      <Box role="region" aria-label="All keys" tabIndex={0} sx={{ display: 'grid', gap: 1.5 }}>
        {shortcutPlaces.map(({ place, texts }) => (
          <Box component="section" key={place} aria-label={place}>
            <Typography variant="h3" sx={{ mb: 0.5 }}>
              {place}
            </Typography>
            <Box
              component="dl"
              sx={{
                m: 0,
                display: 'grid',
                gridTemplateColumns: { xs: '7rem minmax(0, 1fr)', sm: '12rem 1fr' },
                gap: '0.375rem 1rem',
                fontSize: '0.875rem',
              }}
            >
              {texts.map(([name, text]) => (
                <Fragment key={name}>
                  <dt>
                    <Keys shortcut={shortcuts[name]} />
                  </dt>
                  <Box component="dd" sx={{ m: 0 }}>
                    {text}
                  </Box>
                </Fragment>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </TitledDialog>
  );
}

function Keys({ shortcut }: { readonly shortcut: Shortcut }) {
  return keyNames(shortcut, isOnMac()).map((keys, index) => (
    <Fragment key={keys.join('+')}>
      {index > 0 && ' or '}
      {keys.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ' + '}
          <Box
            component="kbd"
            sx={{
              px: 0.75,
              whiteSpace: 'nowrap',
              py: 0.125,
              border: 1,
              borderColor: 'divider',
              borderRadius: 0.5,
              font: 'inherit',
              fontSize: '0.8125rem',
            }}
          >
            {name}
          </Box>
        </Fragment>
      ))}
    </Fragment>
  ));
}
