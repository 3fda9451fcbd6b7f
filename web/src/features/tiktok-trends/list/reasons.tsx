/** Why videos belong together: what they share, its share of their similarity, and how many have it. */
import type { Trend } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { MeterBar } from '../../../components/meter-bar.tsx';
import { Disclosure } from '../disclosure.tsx';
import { formatShare } from './format-share.ts';

type Reason = Trend['reasons'][number];

/** The rest is folded up. */
const SHOWN_AT_ONCE = 4;
const kinds: Readonly<Record<Reason['kind'], string>> = { hashtag: 'Hashtag', sound: 'Sound', word: 'Word' };

export function Reasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const rest = reasons.slice(SHOWN_AT_ONCE);
  return (
    <Box sx={{ display: 'grid', gap: 1.25, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography component="h4" variant="h3">
        Why these belong together
      </Typography>
      {reasons.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Not known for these videos together, for example after a merge. The next analysis that finds them will explain it.
        </Typography>
      ) : (
        <ReasonList reasons={reasons.slice(0, SHOWN_AT_ONCE)} />
      )}
      {rest.length > 0 && (
        <Disclosure summary={rest.length === 1 ? 'One more reason' : `${rest.length} more reasons`}>
          <Box sx={{ mt: 1.25 }}>
            <ReasonList reasons={rest} />
          </Box>
        </Disclosure>
      )}
    </Box>
  );
}

function ReasonList({ reasons }: { readonly reasons: readonly Reason[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.25 }}>
      {reasons.map((reason) => {
        const words = `${formatShare(reason.share)} of the similarity, in ${formatShare(reason.coverage)} of the videos`;
        return (
          <Box component="li" key={`${reason.kind} ${reason.text}`} sx={{ display: 'grid', gap: 0.375 }}>
            <Box sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere', lineHeight: 1.4 }}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {kinds[reason.kind]}
              </Box>{' '}
              <Box component="bdi" sx={{ fontWeight: 560 }}>
                {reasonText(reason)}
              </Box>
            </Box>
            <MeterBar label={`Share of ${reasonText(reason)}`} value={reason.share} max={1} text={words} isSpent={false} />
            <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{words}</Box>
          </Box>
        );
      })}
    </Box>
  );
}

function reasonText({ kind, text }: Reason): string {
  return kind === 'hashtag' && !text.startsWith('#') ? `#${text}` : text;
}
