import { styled, type Theme } from '@mui/material/styles';
import { Link } from 'react-router-dom';

const inText = ({ theme }: { readonly theme: Theme }) => ({
  color: theme.vars.palette.primary.main,
  textDecorationColor: `color-mix(in srgb, currentColor 45%, transparent)`,
  textUnderlineOffset: '0.2em',
  borderRadius: 2,
  '&:hover': { textDecorationColor: 'currentColor' },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
});

/** A link to another screen inside text. */
export const TextLink = styled(Link)(inText);

/** A link within the page, or to a file, inside text. */
export const PlainLink = styled('a')(inText);
