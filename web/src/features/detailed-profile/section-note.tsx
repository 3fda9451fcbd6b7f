import type { CollectedProfile } from '@leadloom/shared/contract/linkedin';
import Typography from '@mui/material/Typography';

interface SectionNoteProps {
  readonly state: CollectedProfile['sections'][string] | undefined;
  /** Names the section inside the sentence. */
  readonly what: string;
}

/** A quiet word where LinkedIn's answers did not hold a section whole; nothing where they did. */
export function SectionNote({ state, what }: SectionNoteProps) {
  if (state === undefined || state === 'complete') return null;
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
      {noteFor(state, what)}
    </Typography>
  );
}

function noteFor(state: 'truncated' | 'missing' | 'unparsed', what: string): string {
  if (state === 'truncated') return `LinkedIn sent only a part of ${what}.`;
  return state === 'missing'
    ? `LinkedIn did not send ${what}; there may be none.`
    : `LinkedIn sent ${what} in a form that could not be read.`;
}
