/** The twelve lines of a check, each with its state in words, the id that worked and its age. */
import { type CheckedEndpoint, checkedEndpoints } from '@leadloom/shared/contract/catalogue-checks';
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import ErrorRounded from '@mui/icons-material/ErrorRounded';
import RemoveRounded from '@mui/icons-material/RemoveRounded';
import WarningRounded from '@mui/icons-material/WarningRounded';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { explainLine, isFallback, lineNames, stateWords } from './explain-check.ts';
import type { CheckedLine } from './run-check.ts';

interface CheckLinesProps {
  readonly lines: ReadonlyMap<CheckedEndpoint, CheckedLine>;
  readonly asking: CheckedEndpoint | null;
  readonly isRunning: boolean;
}

export function CheckLines({ lines, asking, isRunning }: CheckLinesProps) {
  return (
    <Box component="ol" aria-label="Lines of the check" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.875rem' }}>
      {checkedEndpoints.map((endpoint) => {
        const line = lines.get(endpoint);
        const isAsking = asking === endpoint;
        const word = line === undefined ? (isAsking ? 'asking…' : isRunning ? 'waits' : '') : wordOf(line);
        return (
          <Box
            key={endpoint}
            component="li"
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '20px minmax(0, 1fr)', sm: '20px minmax(0, 1fr) auto' },
              columnGap: 1.5,
              py: 0.75,
              alignItems: 'start',
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ height: 20, display: 'grid', placeItems: 'center' }}>
              <Icon line={line} isAsking={isAsking} />
            </Box>
            <Box sx={{ fontWeight: 560 }}>{lineNames[endpoint]}</Box>
            {/* The state comes first, and what explains it below both. */}
            <Box sx={{ gridColumn: { xs: 2, sm: 3 } }}>{word}</Box>
            {line !== undefined &&
              explainLine(line, Date.now()).map((text) => (
                <Box key={text} sx={{ gridColumn: '2 / -1', color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {text}
                </Box>
              ))}
          </Box>
        );
      })}
    </Box>
  );
}

function wordOf(line: CheckedLine): string {
  return isFallback(line) ? `${stateWords[line.state]}, by a fallback` : stateWords[line.state];
}

function Icon({ line, isAsking }: { readonly line: CheckedLine | undefined; readonly isAsking: boolean }) {
  if (isAsking) return <CircularProgress size={14} disableShrink thickness={5} color="inherit" aria-hidden />;
  if (line === undefined || line.state === 'not_asked') return <RemoveRounded color="disabled" sx={{ fontSize: 18 }} />;
  if (line.state === 'refused') return <ErrorRounded color="error" sx={{ fontSize: 18 }} />;
  if (line.state === 'different' || isFallback(line)) return <WarningRounded color="warning" sx={{ fontSize: 18 }} />;
  return <CheckCircleRounded color="success" sx={{ fontSize: 18 }} />;
}
