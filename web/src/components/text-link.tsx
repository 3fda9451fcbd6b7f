import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';

/** A link to another screen inside text. */
export const TextLink = styled(Link)(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  textDecorationColor: `color-mix(in srgb, currentColor 45%, transparent)`,
  textUnderlineOffset: '0.2em',
  borderRadius: 2,
  '&:hover': { textDecorationColor: 'currentColor' },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}));
