/** One step of the tour: its text, dots for all steps, arrows and a close button. */
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded';
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import { tourSteps } from './tour-steps.ts';

const MAX_WIDTH_PX = 353;

interface TourCardProps {
  readonly index: number;
  readonly onGo: (step: number) => void;
  readonly onClose: () => void;
}

export function TourCard({ index, onGo, onClose }: TourCardProps) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const step = tourSteps[index];

  // Each step is read out from its beginning, and the arrow keys work without a click.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step takes the focus as the first one does
  useEffect(() => card.current?.focus({ preventScroll: true }), [index]);

  if (step === undefined) return null;
  return (
    <Paper
      ref={card}
      elevation={8}
      role="dialog"
      aria-modal
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      sx={{ p: 2, width: `min(${MAX_WIDTH_PX}px, calc(100vw - 2rem))`, boxSizing: 'border-box', outline: 'none' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 0.75 }}>
        <Typography id={`${id}-title`} variant="h2" component="h2" sx={{ flex: 1 }}>
          {step.title}
        </Typography>
        <IconButton size="small" aria-label="Close tour" onClick={onClose} sx={{ mt: -0.5, mr: -0.75 }}>
          <CloseRounded fontSize="small" />
        </IconButton>
      </Box>
      <Typography id={`${id}-text`} variant="body2">
        {step.text}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 1.5, mx: -0.75 }}>
        <IconButton size="small" aria-label="Previous step" disabled={index === 0} onClick={() => onGo(index - 1)}>
          <ChevronLeftRounded />
        </IconButton>
        <Box role="group" aria-label="Steps" sx={{ flex: 1, display: 'flex', justifyContent: 'center' }}>
          {tourSteps.map(({ target, title }, step) => (
            <Dot
              key={target}
              label={`Step ${step + 1} of ${tourSteps.length}: ${title}`}
              isCurrent={step === index}
              onClick={() => onGo(step)}
            />
          ))}
        </Box>
        <IconButton size="small" aria-label="Next step" disabled={index === tourSteps.length - 1} onClick={() => onGo(index + 1)}>
          <ChevronRightRounded />
        </IconButton>
      </Box>
    </Paper>
  );
}

interface DotProps {
  readonly label: string;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}

function Dot({ label, isCurrent, onClick }: DotProps) {
  return (
    <ButtonBase
      aria-label={label}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onClick}
      sx={{ width: 24, height: 24, borderRadius: '50%', '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main' } }}
    >
      <Box
        component="span"
        sx={{
          width: isCurrent ? 16 : 8,
          height: 8,
          borderRadius: 4,
          border: 1.5,
          borderColor: 'primary.main',
          bgcolor: isCurrent ? 'primary.main' : 'transparent',
          forcedColorAdjust: 'none',
        }}
      />
    </ButtonBase>
  );
}
