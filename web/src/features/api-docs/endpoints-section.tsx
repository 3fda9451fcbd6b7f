import type { EndpointGroup } from '@leadloom/shared/reference/open-endpoints';
import Typography from '@mui/material/Typography';
import type { DescribedEndpoint } from './described-endpoint.ts';
import { DocSection } from './doc-section.tsx';
import { EndpointEntry } from './endpoint-entry.tsx';
import { RichText } from './rich-text.tsx';
import { useEndpoints } from './use-endpoints.ts';

/** Topics with a section of their own. */
const guides: Readonly<Record<string, { readonly id: string; readonly title: string }>> = {
  getUsage: { id: 'call', title: 'Make a call' },
  listDeletedRows: { id: 'deletions', title: 'Deleted rows' },
};

interface EndpointsSectionProps {
  readonly id: string;
  readonly title: string;
  readonly group: EndpointGroup;
  readonly lead: string;
}

/** Endpoints that belong to no single table. */
export function EndpointsSection({ id, title, group, lead }: EndpointsSectionProps) {
  const endpoints = useEndpoints(group);
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText text={lead} />
      </Typography>
      {groupAlike(endpoints).map(([endpoint, ...alike]) =>
        endpoint === undefined ? null : (
          <EndpointEntry key={endpoint.name} endpoint={endpoint} alike={alike} shownIn={guides[endpoint.name]} />
        ),
      )}
    </DocSection>
  );
}

/** Groups endpoints with the same parameters and responses, which are described together. Pure. */
export function groupAlike(endpoints: readonly DescribedEndpoint[]): readonly (readonly DescribedEndpoint[])[] {
  return [...Map.groupBy(endpoints, likeness).values()];
}

function likeness({
  isCounted,
  rowsPerRequest,
  needsSubscription,
  needsWriting,
  parameters,
  body,
  answer,
  answerText,
  download,
  errors,
  example,
}: DescribedEndpoint): string {
  // An endpoint with another example is described separately.
  const sent = [isCounted, rowsPerRequest, needsSubscription, needsWriting, parameters, body];
  return JSON.stringify([...sent, answer, answerText, download, errors, example?.title]);
}
