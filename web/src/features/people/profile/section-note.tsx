import type { CollectedProfile } from '@leadloom/shared/contract/collected-profiles';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../../lib/format-count.ts';

interface SectionNoteProps {
  readonly state: CollectedProfile['sections'][string] | undefined;
  /** The name of the section within the sentence. */
  readonly what: string;
  /** How many more exist according to LinkedIn; null: unknown. */
  readonly missing?: number | null;
}

/** A note if a section is incomplete in LinkedIn's responses; nothing if it is complete. */
export function SectionNote({ state, what, missing = null }: SectionNoteProps) {
  if (state === undefined || state === 'complete') return null;
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
      {noteFor(state, what, missing)}
    </Typography>
  );
}

function noteFor(state: 'truncated' | 'missing' | 'unparsed', what: string, missing: number | null): string {
  if (state === 'truncated') {
    const more = missing === null || missing === 0 ? '' : ` It lists ${formatCount(missing)} more.`;
    return `LinkedIn sent only a part of ${what}.${more}`;
  }
  return state === 'missing'
    ? `LinkedIn did not send ${what}; there may be none.`
    : `LinkedIn sent ${what} in an unknown format.`;
}
