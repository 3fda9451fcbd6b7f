/** Deletes every trend of the account, and reports the outcome. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { deleteTrends } from '@leadloom/shared/contract/trends';
import { useState } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { deleteFailureText, deletionRefusedText } from './failure-text.ts';
import { useReloadTrends } from './trend-queries.ts';

interface Outcome {
  readonly severity: 'success' | 'error';
  readonly text: string;
}

export function useDeleteAll() {
  const reload = useReloadTrends();
  const [isWorking, setWorking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return {
    isWorking,
    outcome,
    clearOutcome: () => setOutcome(null),
    run: async (): Promise<void> => {
      setWorking(true);
      setOutcome(null);
      try {
        const answer = await call(deleteTrends, {});
        if ('error' in answer) setOutcome({ severity: 'error', text: deletionRefusedText(answer.error) });
        else setOutcome({ severity: 'success', text: successText(answer) });
        await reload();
      } catch (error) {
        setOutcome({ severity: 'error', text: deleteFailureText(error) });
      } finally {
        setWorking(false);
      }
    },
  };
}

type Deletion = Exclude<EndpointResult<typeof deleteTrends>, { readonly error: string }>;

/** The server's message with both counts, which it may hold already. */
function successText({ message, trends_deleted, video_links_deleted }: Deletion): string {
  const counts = [trends_deleted, video_links_deleted].map(formatCount);
  const numbers = message.match(/\d[\d.,\s]*\d|\d/g)?.map((number) => number.replace(/\D/g, '')) ?? [];
  if (counts.every((count) => numbers.includes(count.replace(/\D/g, '')))) return message;
  return `${message} Trends: ${counts[0]}, video links: ${counts[1]}.`;
}
