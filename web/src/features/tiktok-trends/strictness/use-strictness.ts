import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { ANALYSIS_DEFAULTS, previewTrends } from '@leadloom/shared/contract/trends';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { type ParameterTexts, readParameter, toParameters } from '../analysis/parameters.ts';
import { strictnessChoices } from './strictness-choices.ts';

/** The comparison last asked for, and whether the form says something else by now. */
export function useStrictness(texts: ParameterTexts) {
  const { dbscan_eps: _, ...others } = toParameters(texts);
  const mutation = useMutation<EndpointResult<typeof previewTrends>, ApiError, typeof others>({
    mutationFn: async (parameters) => {
      const chosen = readParameter('dbscan_eps', texts.dbscan_eps) ?? ANALYSIS_DEFAULTS.dbscan_eps;
      return call(previewTrends, { body: { ...parameters, dbscan_eps: strictnessChoices(chosen) } });
    },
  });
  return {
    data: mutation.data,
    error: mutation.error,
    isPending: mutation.isPending,
    compare: () => mutation.mutate(others),
    isOutdated: mutation.data !== undefined && JSON.stringify(mutation.variables) !== JSON.stringify(others),
  };
}
