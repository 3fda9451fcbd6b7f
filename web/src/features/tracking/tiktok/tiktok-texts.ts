/** What the section says when something is refused, and when it worked. */
import { readTikTokName } from '@leadloom/shared/social/names';
import type { FailureTexts } from '../explain-failure.ts';
import type { ChoiceRules } from '../names/use-name-choice.ts';

export const choiceRules: ChoiceRules = {
  readName: readTikTokName,
  // Names come in one case.
  keyOf: (name) => name,
  // The operator sets the limit, and the server enforces it.
  limit: Number.POSITIVE_INFINITY,
  texts: {
    none: 'Please select at least one TikTok User ID to track.',
    wrong: (text) => `"${text}" is not a TikTok User ID.`,
    known: (name) => `"${name}" is already tracked.`,
  },
};

interface Failures {
  readonly list: FailureTexts;
  readonly track: FailureTexts;
  readonly remove: (name: string) => FailureTexts;
}

export const failures: Failures = {
  list: {
    refused: (status) => `Failed to fetch tracked users. Status: ${status}`,
    other: 'Error fetching tracked users. Please check console.',
  },
  track: {
    refused: (status) => `Failed to track users. Status: ${status}`,
    other: 'Error tracking users. Please check console.',
  },
  remove: (name) => ({
    refused: (status) => `Failed to untrack ${name}. Status: ${status}`,
    other: 'Error untracking user. Please check console.',
  }),
};

export const successes = {
  track: 'Successfully updated tracked users.',
  remove: (name: string) => `Successfully untracked ${name}.`,
} as const;
