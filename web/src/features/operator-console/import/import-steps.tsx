/** The four steps of an import in a line. A step that can be opened is a link. */
import Box from '@mui/material/Box';
import { TextLink } from '../../../components/text-link.tsx';
import { type ImportStep, importFilePath } from '../../../lib/paths.ts';

const steps = ['File', 'Columns', 'Problems', 'Result'] as const;
const addresses: readonly ImportStep[] = ['file', 'columns', 'problems'];

interface ImportStepsProps {
  /** From 0. */
  readonly at: number;
  /** The uploaded file of the steps; null: no step can be opened. */
  readonly uploadId: string | null;
}

export function ImportSteps({ at, uploadId }: ImportStepsProps) {
  return (
    <Box component="nav" aria-label="Steps of the import">
      <Box
        component="ol"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, m: 0, p: 0, listStyle: 'none', fontSize: '0.875rem' }}
      >
        {steps.map((label, index) => {
          const address = addresses[index];
          const isOpen = index < at && uploadId !== null && address !== undefined;
          return (
            <Box
              component="li"
              key={label}
              aria-current={index === at ? 'step' : undefined}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                color: index === at ? 'text.primary' : 'text.secondary',
                fontWeight: index === at ? 600 : 450,
              }}
            >
              <Box
                aria-hidden
                component="span"
                sx={{
                  display: 'grid',
                  placeItems: 'center',
                  width: 24,
                  height: 24,
                  borderRadius: '50%',
                  border: 1,
                  borderColor: index <= at ? 'primary.main' : 'divider',
                  bgcolor: index === at ? 'primary.main' : 'transparent',
                  color: index === at ? 'primary.contrastText' : 'inherit',
                  fontSize: '0.75rem',
                  fontVariantNumeric: 'tabular-nums',
                }}
              >
                {index + 1}
              </Box>
              {isOpen ? <TextLink to={importFilePath(uploadId, address)}>{label}</TextLink> : label}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
