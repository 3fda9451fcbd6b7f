/** The programs that call one endpoint. Loaded when somebody opens an example. */
import { exampleFor } from '@leadloom/shared/reference/examples/examples';
import type { OpenEndpoint } from '@leadloom/shared/reference/open-endpoints';
import { ExampleTabs } from './example-tabs.tsx';

export function EndpointExample({ endpoint }: { readonly endpoint: OpenEndpoint }) {
  const example = exampleFor(endpoint, window.location.origin);
  return example === null ? null : <ExampleTabs example={example} />;
}
