import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { API_BASE } from '../../lib/paths.ts';
import { Code } from './code.tsx';
import { DocSection } from './doc-section.tsx';
import { EndpointEntry } from './endpoint-entry.tsx';
import { openEndpoints } from './open-endpoints.ts';

export function EndpointsSection({ id, title }: { readonly id: string; readonly title: string }) {
  const [endpoints] = useState(() => openEndpoints());
  return (
    <DocSection id={id} title={title}>
      <Typography>
        Addresses begin with <Code>{`${window.location.origin}${API_BASE}`}</Code>. Answers are JSON, times are in UTC. New fields
        may come to an answer at any time, so ignore those you do not know; a parameter that does not exist is refused.
      </Typography>
      {endpoints.map((endpoint) => (
        <EndpointEntry key={endpoint.name} endpoint={endpoint} />
      ))}
    </DocSection>
  );
}
