import { TREND_EXAMPLES, type Trend } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import { ExternalLink } from '../../../components/external-link.tsx';
import { shortAddress } from './tiktok-address.ts';

/** Shows up to ten of the newest videos. */
export function ExampleVideos({ videos }: Pick<Trend, 'videos'>) {
  if (videos.length === 0) {
    return <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>No video examples shown.</Box>;
  }
  return (
    <div>
      <Box component="h4" sx={{ m: 0, fontSize: '0.8125rem', fontWeight: 400, color: 'text.secondary' }}>
        Example videos
      </Box>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          columnGap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17rem), 1fr))',
          fontSize: '0.8125rem',
          fontVariantNumeric: 'tabular-nums',
          // Lines of 24 px: links above each other stay apart for fingers.
          '& li': {
            lineHeight: '1.5rem',
            overflow: 'clip',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            direction: 'rtl',
            textAlign: 'left',
          },
          // Cut at the front, because videos differ at the end.
          '& li > *': { direction: 'ltr', unicodeBidi: 'isolate' },
        }}
      >
        {videos.slice(0, TREND_EXAMPLES).map(({ video_id, video_url }) => (
          <li key={video_id}>
            <ExternalLink href={video_url}>{shortAddress(video_url) || video_id}</ExternalLink>
          </li>
        ))}
      </Box>
    </div>
  );
}
