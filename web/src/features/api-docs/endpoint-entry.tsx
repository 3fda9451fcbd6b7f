import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Code } from './code.tsx';
import type { DescribedField } from './describe-schema.ts';
import { Facts } from './facts.tsx';
import type { OpenEndpoint } from './open-endpoints.ts';
import { StatusAndCode } from './status-and-code.tsx';

/** Longer answers are folded, so that the next endpoint is in sight. */
const UNFOLDED_FIELDS = 12;

export function EndpointEntry({ endpoint }: { readonly endpoint: OpenEndpoint }) {
  const { name, method, path, summary, isCounted, needsSubscription, parameters, answer, download, errors } = endpoint;
  return (
    <Paper
      component="article"
      variant="outlined"
      id={name}
      aria-labelledby={`${name}-title`}
      sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.75 }}>
        <Typography id={`${name}-title`} variant="h3" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
          {method} {path}
        </Typography>
        <Chip variant="outlined" label={isCounted ? 'Counts as one request' : 'Free'} />
        {needsSubscription && <Chip variant="outlined" label="Needs a trial or subscription" />}
      </Box>
      <Typography variant="body2">{summary}.</Typography>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <Facts facts={parameters.map((field) => fieldFact(field, field.isRequired ? 'required' : null))} />
        </Part>
      )}
      {download !== null && <Typography variant="body2">Answers a file, {download}.</Typography>}
      {answer.length > 0 && (
        <Box component="details" open={answer.length <= UNFOLDED_FIELDS}>
          <Box component="summary" sx={{ ...partTitle, cursor: 'pointer' }}>
            Answer
          </Box>
          <Facts facts={answer.map((field) => fieldFact(field, null))} />
        </Box>
      )}
      {errors.length > 0 && (
        <Part title="Errors of its own">
          <Facts
            facts={errors.map(({ code, status, text }) => ({
              key: code,
              term: <StatusAndCode status={status} code={code} />,
              text,
            }))}
          />
        </Part>
      )}
    </Paper>
  );
}

const partTitle = { fontSize: '0.875rem', fontWeight: 560, mb: 1 } as const;

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box>
      <Typography component="h4" sx={partTitle}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function fieldFact({ name, type, text }: DescribedField, mark: string | null) {
  return {
    key: name,
    term: (
      <>
        <Code>{name}</Code>
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
          {[type, mark].filter((part) => part !== null).join(', ')}
        </Box>
      </>
    ),
    text: text ?? '',
  };
}
