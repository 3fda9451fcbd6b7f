/**
 * What becomes of the private views, lists and alerts of somebody who goes. It is asked once the server says that there are
 * some, and how many.
 */
import type { privateChoices } from '@leadloom/shared/contract/workspaces';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { type Submission, useSubmission } from '../../lib/use-submission.ts';

type PrivateChoice = (typeof privateChoices)[number];

export interface Going extends Pick<Submission, 'isSending' | 'failure'> {
  /** The server's sentence with the number of private things; null: there are none, as far as is known. */
  readonly question: string | null;
  readonly choice: PrivateChoice | null;
  readonly choose: (choice: PrivateChoice) => void;
  /** Answers whether somebody has gone. */
  readonly go: (action: (body: { private?: PrivateChoice }) => Promise<unknown>) => Promise<boolean>;
}

export function useGoing(): Going {
  const { isSending, failure, submit } = useSubmission();
  const [question, setQuestion] = useState<string | null>(null);
  const [choice, setChoice] = useState<PrivateChoice | null>(null);
  return {
    isSending,
    failure,
    question,
    choice,
    choose: setChoice,
    go: (action) =>
      submit(
        () => action(choice === null ? {} : { private: choice }),
        ({ code, message }) => {
          if (code !== 'WORKSPACE.PRIVATE_OBJECTS') return false;
          setQuestion(message);
          return true;
        },
      ),
  };
}

interface PrivateChoiceFieldProps {
  readonly going: Going;
  /** How the two choices read. */
  readonly labels: Readonly<Record<PrivateChoice, string>>;
}

export function PrivateChoiceField({ going: { question, choice, choose }, labels }: PrivateChoiceFieldProps) {
  if (question === null) return null;
  return (
    <>
      <Notice severity="warning">{question}</Notice>
      <RadioGroup
        aria-label="Private views, lists and alerts"
        value={choice ?? ''}
        onChange={(_, value) => choose(value === 'delete' ? 'delete' : 'hand_over')}
      >
        <FormControlLabel value="hand_over" control={<Radio size="small" />} label={labels.hand_over} />
        <FormControlLabel value="delete" control={<Radio size="small" />} label={labels.delete} />
      </RadioGroup>
    </>
  );
}
