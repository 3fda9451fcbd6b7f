import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { PRODUCT_NAME } from '../../../lib/product-name.ts';
import { saveFile } from '../../../lib/save-file.ts';

const FILE_NAME = 'leadloom_recovery_codes.txt';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** The codes, shown once. They stay until the person confirms that they are saved. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const shown = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const text = codes.join('\n');

  // They replace the form that had the focus.
  useEffect(() => heading.current?.focus(), []);

  function onDownload(): void {
    const content = `${PRODUCT_NAME} recovery codes. Each one works once, in place of a code from your authenticator app.\n\n${text}\n`;
    saveFile(new Blob([content], { type: 'text/plain' }), FILE_NAME);
  }

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Typography ref={heading} variant="h3" tabIndex={-1} sx={{ outline: 'none' }}>
          Your recovery codes
        </Typography>
        <Typography variant="body2">
          Two-factor sign-in is on. Keep these codes where you can find them without your phone. Each one works once. They will
          not be shown again.
        </Typography>
      </Box>
      <Box
        component="ul"
        ref={shown}
        sx={{
          display: 'grid',
          gap: 0.75,
          gridTemplateColumns: 'repeat(auto-fill, minmax(12rem, 1fr))',
          listStyle: 'none',
          m: 0,
          p: 2,
          borderRadius: 1,
          bgcolor: 'background.default',
          fontFamily: 'monospace',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <CopyButton text={text} shownIn={shown} />
        <Button variant="outlined" size="small" startIcon={<DownloadRounded />} onClick={onDownload}>
          Download
        </Button>
        <Button variant="contained" size="small" onClick={onSaved}>
          I have saved them
        </Button>
      </Box>
    </Box>
  );
}
