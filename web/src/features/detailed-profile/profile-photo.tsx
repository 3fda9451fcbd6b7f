import { isNetworkPhotoUrl } from '@leadloom/shared/linkedin/photo-url';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import { useState } from 'react';

interface ProfilePhotoProps {
  readonly url: string | null;
  readonly name: string | null;
}

/** 100 px round. Links to photos expire: what does not load is replaced by the initials, and so is what is no photo of the network's. */
export function ProfilePhoto({ url, name }: ProfilePhotoProps) {
  const source = url !== null && isNetworkPhotoUrl(url) ? url : null;
  const [failedSource, setFailedSource] = useState<string | null>(null);
  const hasPhoto = source !== null && source !== failedSource;
  return (
    <Avatar
      aria-hidden={!hasPhoto}
      sx={{ width: 100, height: 100, fontSize: '2rem', fontWeight: 560, bgcolor: 'primary.main', color: 'primary.contrastText' }}
    >
      {hasPhoto ? (
        <Box
          component="img"
          src={source}
          alt={name ?? 'Photo'}
          width={100}
          height={100}
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

/** The first letters of the first and the last word. */
export function initialsOf(name: string | null): string {
  const words = (name ?? '').split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => /\p{L}|\p{N}/u.exec(word ?? '')?.[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase();
}
