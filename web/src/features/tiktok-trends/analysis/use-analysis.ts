/**
 * One analysis from the press of the button to its end: started, polled every five seconds, cancelled. An analysis
 * that already runs when the screen opens, after a reload or by the schedule, is followed in the same way.
 */
import { type AnalysisParameters, analyzeTrends, cancelAnalysis } from '@leadloom/shared/contract/trends';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { queueFailureText } from '../failure-text.ts';
import { type AnalysisMessage, checkFailed, isRunning, messageOf, queued, queueing } from './analysis-message.ts';
import { type ReadTask, readAnalyses, readAnalysisStatus } from './analysis-rows.ts';

const POLL_MS = 5000;
const analysesKey = ['tiktok', 'analyses'] as const;

/** A task being followed. Every poll creates a new object, so that the next poll is scheduled. */
interface Followed {
  readonly taskId: string;
}

export interface Analysis {
  readonly isRunning: boolean;
  readonly isCancelling: boolean;
  readonly message: AnalysisMessage | null;
  /** Why the last press of the button started nothing. */
  readonly failure: string | null;
  /** Present when polling was stopped although the task may still run. */
  readonly checkAgain: (() => void) | null;
  readonly start: (parameters: AnalysisParameters) => Promise<void>;
  readonly cancel: () => Promise<void>;
  /** The latest analyses, the newest first. */
  readonly latest: readonly ReadTask[];
}

/** @param onFinished an analysis changed the trends */
export function useAnalysis(onFinished: () => void): Analysis {
  const queryClient = useQueryClient();
  const [message, setMessage] = useState<AnalysisMessage | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isQueueing, setQueueing] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const [followed, setFollowed] = useState<Followed | null>(null);
  const [lost, setLost] = useState<Followed | null>(null);
  const isCancelled = useRef(false);
  /** The task that was cancelled, whatever a list in flight still says. */
  const ended = useRef<string>(null);
  const analyses = useQuery({
    queryKey: analysesKey,
    queryFn: ({ signal }) => call(readAnalyses, {}, { signal }),
    staleTime: 0,
  });

  const see = (task: ReadTask): void => {
    const next = messageOf(task);
    // A requested cancellation is not an error.
    setMessage(isCancelled.current && task.status === 'FAILURE' ? { ...next, severity: 'info' } : next);
    if (isRunning(task.status)) {
      setFollowed({ taskId: task.task_id });
      return;
    }
    ended.current = task.task_id;
    setFollowed(null);
    setCancelling(false);
    void queryClient.invalidateQueries({ queryKey: analysesKey });
    if (task.status === 'SUCCESS') onFinished();
  };

  const poll = async (taskId: string, signal: AbortSignal): Promise<void> => {
    try {
      const task = await queryClient.fetchQuery({
        queryKey: [...analysesKey, taskId],
        queryFn: () => call(readAnalysisStatus, { params: { task_id: taskId } }, { signal }),
        staleTime: 0,
        gcTime: 0,
      });
      if (!signal.aborted) see(task);
    } catch (error) {
      if (signal.aborted) return;
      logProblem('The state of the analysis could not be read.', error);
      setMessage(checkFailed);
      setFollowed(null);
      setCancelling(false);
      setLost({ taskId });
    }
  };

  // A scheduled poll calls the latest of these functions.
  const latestPoll = useRef(poll);
  useEffect(() => {
    latestPoll.current = poll;
  });

  useEffect(() => {
    if (followed === null) return;
    const stop = new AbortController();
    const timer = window.setTimeout(() => void latestPoll.current(followed.taskId, stop.signal), POLL_MS);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [followed]);

  const found = analyses.data?.data[0];
  const isFollowing = isQueueing || followed !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list just read is the reason to follow, not the end of what was followed before
  useEffect(() => {
    if (found === undefined || isFollowing || !isRunning(found.status) || found.task_id === ended.current) return;
    setLost(null);
    isCancelled.current = false;
    setMessage(messageOf(found));
    setFollowed({ taskId: found.task_id });
  }, [found]);

  const failedToList = analyses.error;
  useEffect(() => {
    if (failedToList !== null) logProblem('The latest analyses could not be read.', failedToList);
  }, [failedToList]);

  return {
    isRunning: isFollowing,
    isCancelling,
    message,
    failure,
    latest: analyses.data?.data ?? [],
    checkAgain:
      lost === null
        ? null
        : () => {
            setLost(null);
            setMessage({ severity: 'info', text: 'Checking the analysis again…' });
            setFollowed(null);
            void poll(lost.taskId, new AbortController().signal);
          },
    start: async (parameters) => {
      setLost(null);
      setFailure(null);
      isCancelled.current = false;
      setQueueing(true);
      setMessage(queueing);
      try {
        const { task_id } = await call(analyzeTrends, { body: parameters });
        setMessage(queued(task_id));
        setFollowed({ taskId: task_id });
      } catch (error) {
        setMessage(null);
        setFailure(queueFailureText(error));
        // An analysis started elsewhere is followed once this response identifies it.
        if (error instanceof ApiError && error.code === 'TRENDS.RUNNING')
          void queryClient.invalidateQueries({ queryKey: analysesKey });
      } finally {
        setQueueing(false);
      }
    },
    cancel: async () => {
      if (followed === null) return;
      const { taskId } = followed;
      setCancelling(true);
      try {
        await call(cancelAnalysis, { params: { task_id: taskId } });
        isCancelled.current = true;
        await poll(taskId, new AbortController().signal);
      } catch (error) {
        setCancelling(false);
        logProblem('The analysis could not be cancelled.', error);
        setMessage({ severity: 'error', text: 'The analysis could not be cancelled and is still running.' });
      }
    },
  };
}
