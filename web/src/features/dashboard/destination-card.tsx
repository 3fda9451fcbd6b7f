import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router-dom';

interface DestinationCardProps {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly Icon: typeof SvgIcon;
}

export function DestinationCard({ title, text, path, Icon }: DestinationCardProps) {
  const id = useId();
  return (
    <Card component="li" sx={{ display: 'flex' }}>
      <CardActionArea
        component={Link}
        to={path}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          justifyContent: 'flex-start',
          gap: 1.5,
          px: 2,
          py: 1.75,
          // A thread along the edge, tightened by the pointer and the keyboard alike.
          boxShadow: 'inset 3px 0 0 transparent',
          transition: 'box-shadow 120ms',
          '&:hover, &:focus-visible': { boxShadow: (theme) => `inset 3px 0 0 ${theme.vars.palette.secondary.light}` },
        }}
      >
        <Icon aria-hidden fontSize="small" sx={{ color: 'primary.main', mt: 0.125 }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography id={`${id}-title`} variant="h3">
            {title}
          </Typography>
          <Typography id={`${id}-text`} variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
            {text}
          </Typography>
        </Box>
      </CardActionArea>
    </Card>
  );
}
