import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Tag } from '../../components/tag.tsx';
import { PlainLink } from '../../components/text-link.tsx';
import type { DescribedEndpoint, DescribedExample } from './described-endpoint.ts';
import { Facts } from './facts.tsx';
import { FieldFacts } from './field-facts.tsx';
import { Fold } from './fold.tsx';
import { RichText } from './rich-text.tsx';
import { StatusAndCode } from './status-and-code.tsx';

const EndpointExample = lazyPart(async () => (await import('./endpoint-example.tsx')).EndpointExample);

/** The most fields that are shown unfolded. Longer responses are collapsed, so that the next endpoint is visible. */
const UNFOLDED_FIELDS = 16;

interface EndpointEntryProps {
  readonly endpoint: DescribedEndpoint;
  /** Endpoints that differ only in path and summary. */
  readonly alike?: readonly DescribedEndpoint[];
  /** The section with its example, if there is one. */
  readonly shownIn?: { readonly id: string; readonly title: string } | undefined;
}

export function EndpointEntry({ endpoint, alike = [], shownIn }: EndpointEntryProps) {
  const { name, needsSubscription, needsWriting, parameters, takesFilters, body } = endpoint;
  const { answer, answerText, download, errors, example } = endpoint;
  return (
    <Paper
      component="article"
      variant="outlined"
      id={name}
      aria-labelledby={`${name}-title`}
      sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      {[endpoint, ...alike].map(({ name: id, method, path, summary }) => (
        <Box key={id} sx={{ display: 'grid', gap: 0.75 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.75 }}>
            <Typography id={`${id}-title`} variant="h3" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
              {method} {path}
            </Typography>
            <Tag>{costOf(endpoint)}</Tag>
            {needsSubscription && <Tag>Needs a trial or subscription</Tag>}
            {needsWriting && <Tag>Needs a key that may write</Tag>}
          </Box>
          <Typography variant="body2">{summary}.</Typography>
        </Box>
      ))}
      {(parameters.length > 0 || takesFilters) && (
        <Part title="Parameters">
          {takesFilters && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: parameters.length > 0 ? 1 : 0 }}>
              All filters of the table{parameters.length > 0 ? ', and these:' : '.'}
            </Typography>
          )}
          {parameters.length > 0 && <FieldFacts fields={parameters} areSent />}
        </Part>
      )}
      {body.length > 0 && (
        <Part title="Body, as JSON">
          <FieldFacts fields={body} areSent />
        </Part>
      )}
      {download !== null && <Typography variant="body2">Returns a file: {download}.</Typography>}
      {answer.length > 0 && (
        <Fold title="Response" isOpen={answer.length <= UNFOLDED_FIELDS}>
          {answerText !== null && <AnswerText text={answerText} />}
          <FieldFacts fields={answer} areSent={false} />
        </Fold>
      )}
      {answer.length === 0 && answerText !== null && (
        <Part title="Response">
          <AnswerText text={answerText} />
        </Part>
      )}
      {errors.length > 0 && (
        <Fold title="Specific errors">
          <Facts
            facts={errors.map(({ code, status, text }) => ({
              key: code,
              term: <StatusAndCode status={status} code={code} />,
              text,
            }))}
          />
        </Fold>
      )}
      {shownIn !== undefined && (
        <Typography variant="body2">
          Example: <PlainLink href={`#${shownIn.id}`}>{shownIn.title}</PlainLink>
        </Typography>
      )}
      {example !== null && shownIn === undefined && <Example {...example} />}
    </Paper>
  );
}

function Example({ title, of }: DescribedExample) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <Fold title={`Example: ${title.toLowerCase()}`} onOpen={() => setWasOpened(true)}>
      {wasOpened && <EndpointExample of={of} />}
    </Fold>
  );
}

function costOf({ isCounted, rowsPerRequest }: DescribedEndpoint): string {
  if (!isCounted) return 'Free';
  return rowsPerRequest === null ? 'Counts as one request' : `Counts as one request for each ${rowsPerRequest} rows begun`;
}

function AnswerText({ text }: { readonly text: string }) {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
      <RichText text={text} />
    </Typography>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box>
      <Typography component="h4" sx={{ fontSize: '0.875rem', fontWeight: 560, mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
