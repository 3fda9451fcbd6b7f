/** Groups endpoints with the same parameters and responses, which are described together. Pure. */
import type { DescribedEndpoint } from './described-endpoint.ts';

export function groupAlike(endpoints: readonly DescribedEndpoint[]): readonly (readonly DescribedEndpoint[])[] {
  return [...Map.groupBy(endpoints, likeness).values()];
}

function likeness({
  isCounted,
  rowsPerRequest,
  needsSubscription,
  parameters,
  body,
  answer,
  answerText,
  download,
  errors,
  example,
}: DescribedEndpoint): string {
  // An endpoint with another example is described separately.
  const sent = [isCounted, rowsPerRequest, needsSubscription, parameters, body];
  return JSON.stringify([...sent, answer, answerText, download, errors, example?.title]);
}
