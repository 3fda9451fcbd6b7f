/** What the screen says when something is refused, and when it worked. */
import { MAX_TRACKED_SUBREDDITS } from '@leadloom/shared/contract/reddit';
import { readSubredditName, subredditKey } from '@leadloom/shared/social/names';
import type { FailureTexts } from '../explain-failure.ts';
import type { ChoiceRules } from '../names/use-name-choice.ts';

const LIMIT_REACHED = 'You have reached the maximum limit of 20 subreddits. Delete some to add more.';

export const choiceRules: ChoiceRules = {
  readName: readSubredditName,
  keyOf: subredditKey,
  limit: MAX_TRACKED_SUBREDDITS,
  texts: {
    none: 'Please select at least one Reddit Subreddit to track.',
    wrong: (text) => `"${text}" is not a subreddit name.`,
    known: (name) => `"${name}" is already tracked.`,
    limit: {
      typed: (name) => `Cannot add "${name}". ${LIMIT_REACHED}`,
      pressed: LIMIT_REACHED,
      together: 'Adding these subreddits would exceed the maximum limit of 20. Please select fewer or delete existing ones.',
      reached: 'You are tracking the maximum of 20 subreddits. Delete some below to add more.',
    },
  },
};

interface Failures {
  readonly list: FailureTexts;
  readonly track: FailureTexts;
  readonly remove: (name: string) => FailureTexts;
}

export const failures: Failures = {
  list: {
    refused: (status) => `Failed to fetch tracked Reddit subreddits. Status: ${status}`,
    other: 'Error fetching tracked Reddit subreddits. Please check console.',
  },
  track: {
    refused: (status) => `Failed to track Reddit subreddits. Status: ${status}`,
    other: 'Error tracking Reddit subreddits. Please check console.',
  },
  remove: (name) => ({
    refused: (status) => `Failed to delete Reddit subreddit ${name}. Status: ${status}`,
    other: 'Error deleting Reddit subreddit. Please check console.',
  }),
};

export const successes = {
  track: 'Successfully updated tracked Reddit subreddits.',
  remove: (name: string) => `Successfully deleted Reddit subreddit ${name}.`,
} as const;
