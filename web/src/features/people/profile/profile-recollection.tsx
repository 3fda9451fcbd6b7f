/** How often a person is to be collected again. A choice is stored at once. */
import { useId } from 'react';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useChooseRecollections } from '../../../lib/collected-people/choose-recollections.ts';
import { intervalOptions, readInterval, useRecollection } from '../../../lib/collected-people/recollections.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { collecting } from '../../../lib/workspace/needs.ts';
import { useMay } from '../../../lib/workspace/use-may.ts';

export function ProfileRecollection({ id }: { readonly id: string }) {
  const { data, error, isFetching, refetch } = useRecollection(id);
  const choose = useChooseRecollections();
  const name = useId();
  const refusal = useMay(collecting);
  if (data === undefined && error !== null)
    return <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  // While a choice is sent, it is shown.
  const every = choose.isPending ? choose.variables.every : (data?.every ?? null);
  const dueAt = choose.isPending ? null : (data?.due_at ?? null);
  return (
    <SelectField
      label="Collect again"
      name={name}
      value={every ?? ''}
      onChange={(value) => choose.mutate({ chosen: { ids: [id] }, every: readInterval(value) })}
      options={intervalOptions}
      emptyLabel="Never"
      error={choose.error?.message ?? null}
      isDisabled={refusal !== null}
      hint={refusal ?? hintOf(dueAt)}
    />
  );
}

function hintOf(dueAt: string | null): string {
  if (dueAt === null) return 'The collector proposes people who are due. Nobody is collected without you.';
  const isDue = new Date(dueAt).getTime() <= Date.now();
  return isDue
    ? 'Due now: the collector proposes this person.'
    : `Due on ${formatDay(dueAt)}. The collector proposes people who are due.`;
}
