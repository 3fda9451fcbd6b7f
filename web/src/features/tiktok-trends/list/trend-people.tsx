/** Who makes a trend and with what: authors, hashtags, sound, and the video most like all of them. */
import type { Trend } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { ExternalLink } from '../../../components/external-link.tsx';
import { Tag } from '../../../components/tag.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { userAddress } from './tiktok-address.ts';

export function TrendPeople({ trend }: { readonly trend: Trend }) {
  const { author_count, authors, hashtags, sound, centre_video } = trend;
  const others = author_count - authors.length;
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.25, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Fact term={author_count === 1 ? '1 author' : `${formatCount(author_count)} authors`}>
        {authors.map(({ unique_id, videos }, index) => (
          <Fragment key={unique_id}>
            {index > 0 && ', '}
            <ExternalLink href={userAddress(unique_id)}>@{unique_id}</ExternalLink> ({formatCount(videos)})
          </Fragment>
        ))}
        {others > 0 && ` and ${formatCount(others)} more`}
      </Fact>
      {hashtags.length > 0 && (
        <Fact term="Hashtags">
          <Box component="ul" sx={{ m: 0, mt: 0.25, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
            {hashtags.map(({ name, videos }) => (
              <Tag key={name} as="li">
                <span>
                  <bdi>#{name}</bdi>{' '}
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {formatCount(videos)}
                  </Box>
                </span>
              </Tag>
            ))}
          </Box>
        </Fact>
      )}
      {sound !== null && (
        <Fact term="Sound">
          <bdi>{sound.title?.trim() || sound.id || 'Untitled'}</bdi> in{' '}
          {sound.videos === 1 ? '1 video' : `${formatCount(sound.videos)} videos`}
        </Fact>
      )}
      {centre_video !== null && (
        <Fact term="Most typical video">
          <ExternalLink href={centre_video.video_url}>@{centre_video.unique_id}</ExternalLink>
          {centre_video.summary !== null && centre_video.summary.trim() !== '' && (
            <Box
              component="bdi"
              sx={{
                display: '-webkit-box',
                WebkitBoxOrient: 'vertical',
                WebkitLineClamp: '2',
                overflow: 'hidden',
                color: 'text.secondary',
              }}
            >
              {centre_video.summary}
            </Box>
          )}
        </Fact>
      )}
    </Box>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <Box component="dt" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {term}
      </Box>
      <Box component="dd" sx={{ m: 0, fontSize: '0.875rem', lineHeight: '1.5rem', overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </div>
  );
}
