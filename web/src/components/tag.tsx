/** A short word in a frame: a state, or a tag. */
import { styled } from '@mui/material/styles';

export type TagTone = 'primary' | 'success' | 'warning' | 'error' | 'info' | 'default';

interface TagProps {
  /** The tone of its text and frame. */
  readonly tone?: TagTone;
}

export const Tag = styled('span', { shouldForwardProp: (name) => name !== 'tone' && name !== 'as' })<TagProps>(
  ({ theme: { vars }, tone = 'default' }) => {
    const colour = tone === 'default' ? vars.palette.text.primary : vars.palette[tone].main;
    return {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      boxSizing: 'border-box',
      maxWidth: '100%',
      height: '1.5rem',
      padding: '0 0.5rem',
      border: `1px solid color-mix(in srgb, ${colour} ${tone === 'default' ? 30 : 70}%, transparent)`,
      borderRadius: '0.75rem',
      color: colour,
      fontSize: '0.8125rem',
      lineHeight: 1,
      whiteSpace: 'nowrap',
      verticalAlign: 'middle',
      '& > :not(svg)': { overflow: 'hidden', textOverflow: 'ellipsis', lineHeight: '1.375rem' },
      '& svg': { flex: 'none', fontSize: '1rem' },
    };
  },
);
