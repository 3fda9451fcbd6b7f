import { isNetworkPhotoUrl } from '@leadloom/shared/linkedin/photo-url';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { initialsOf } from './initials.ts';

interface PersonPhotoProps {
  readonly url: string | null;
  readonly name: string | null;
  /** In pixels. */
  readonly size: 40 | 100;
  /** Empty if the name is next to it. */
  readonly alt: string;
}

/**
 * A round photo. If it does not load (links to photos expire) or is not from LinkedIn's media host, the
 * initials are shown.
 */
export function PersonPhoto({ url, name, size, alt }: PersonPhotoProps) {
  const source = url !== null && isNetworkPhotoUrl(url) ? url : null;
  const [failedSource, setFailedSource] = useState<string | null>(null);
  const hasPhoto = source !== null && source !== failedSource;
  return (
    <Avatar
      aria-hidden={!hasPhoto || alt === ''}
      sx={{
        width: size,
        height: size,
        fontSize: size === 100 ? '2rem' : '0.875rem',
        fontWeight: 560,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
      }}
    >
      {hasPhoto ? (
        <Box
          component="img"
          src={source}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailedSource(source)}
          sx={{ objectFit: 'cover' }}
        />
      ) : (
        initialsOf(name)
      )}
    </Avatar>
  );
}
