/** The programs that call one endpoint. The code is loaded when somebody opens an example. */
import { exampleFor } from '@leadloom/shared/reference/examples/examples';
import type { DescribedExample } from './described-endpoint.ts';
import { ExampleTabs } from './example-tabs.tsx';

export function EndpointExample({ of }: Pick<DescribedExample, 'of'>) {
  const example = exampleFor(of, window.location.origin);
  return example === null ? null : <ExampleTabs example={example} />;
}
