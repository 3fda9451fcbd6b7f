/** Endpoints that take and answer the same, and differ in what they are asked of, are told together. Pure. */
import type { DescribedEndpoint } from './described-endpoint.ts';

export function groupAlike(endpoints: readonly DescribedEndpoint[]): readonly (readonly DescribedEndpoint[])[] {
  return [...Map.groupBy(endpoints, likeness).values()];
}

function likeness({
  isCounted,
  needsSubscription,
  parameters,
  answer,
  answerText,
  download,
  errors,
  example,
}: DescribedEndpoint): string {
  // What is shown by another kind of program is told by itself.
  return JSON.stringify([isCounted, needsSubscription, parameters, answer, answerText, download, errors, example?.title]);
}
