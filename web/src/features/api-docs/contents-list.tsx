import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

interface ContentsListProps {
  readonly entries: readonly { readonly id: string; readonly title: string }[];
}

/** The article's contents: next to it on wide screens, above it on narrow ones. */
export function ContentsList({ entries }: ContentsListProps) {
  return (
    <Box component="nav" aria-labelledby="contents" sx={{ position: { lg: 'sticky' }, top: { lg: '5rem' }, alignSelf: 'start' }}>
      <Typography id="contents" component="h2" variant="body2" sx={{ fontWeight: 560, mb: 0.5 }}>
        On this page
      </Typography>
      {/* Above the article, two columns leave room for its beginning. */}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, columns: { xs: 2, sm: 3, lg: 1 } }}>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <ContentsLink href={`#${id}`}>{title}</ContentsLink>
          </li>
        ))}
      </Box>
    </Box>
  );
}

const ContentsLink = styled('a')(({ theme }) => ({
  display: 'inline-block',
  padding: '4px 0',
  fontSize: '0.875rem',
  color: theme.vars.palette.primary.main,
  textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)',
  textUnderlineOffset: '0.2em',
  borderRadius: 2,
  '&:hover': { textDecorationColor: 'currentColor' },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}));
