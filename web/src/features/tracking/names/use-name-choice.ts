/**
 * The names a person is about to track: what is typed, what is chosen, and why something was refused. A refused
 * name stays in the field.
 */
import { useState } from 'react';
import { readTypedNames, shorten } from './read-typed-names.ts';

export interface ChoiceTexts {
  /** Nothing is chosen or typed. */
  readonly none: string;
  readonly wrong: (text: string) => string;
  readonly known: (name: string) => string;
  readonly limit?: {
    readonly typed: (name: string) => string;
    /** A suggestion was pressed. */
    readonly pressed: string;
    /** What is said when the names that are sent exceed the limit together. */
    readonly together: string;
    /** The limit is reached by tracked names alone, so nothing can be chosen. */
    readonly reached: string;
  };
}

export interface ChoiceRules {
  /** null: it is no name. */
  readonly readName: (text: string) => string | null;
  /** Equal for the spellings of one name. */
  readonly keyOf: (name: string) => string;
  /** The limit of tracked and chosen names together; beyond it `texts.limit` is shown. */
  readonly limit: number;
  readonly texts: ChoiceTexts;
}

export interface NameChoice {
  readonly chosen: readonly string[];
  readonly typed: string;
  /** Why something was refused; null: nothing is wrong. */
  readonly problem: string | null;
  /** The limit of tracked and chosen names is reached. */
  readonly isFull: boolean;
  readonly isChosen: (name: string) => boolean;
  readonly isTracked: (name: string) => boolean;
  readonly type: (text: string) => void;
  readonly addTyped: (text: string) => void;
  /** A suggestion. */
  readonly press: (name: string) => void;
  /** Leaves what is given. */
  readonly keep: (chosen: readonly string[]) => void;
  /** Adds what is typed as well. @returns the names to send; null: something is wrong, and is said */
  readonly finish: () => readonly string[] | null;
  /** They are tracked now. */
  readonly onTracked: (names: readonly string[]) => void;
}

/** @param tracked names; empty while they are not known */
export function useNameChoice(tracked: readonly string[], { readName, keyOf, limit, texts }: ChoiceRules): NameChoice {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const trackedKeys = new Set(tracked.map(keyOf));
  const chosenKeys = new Set(chosen.map(keyOf));
  const room = Math.max(0, limit - tracked.length - chosen.length);

  /** What of a text is new, and what is wrong with the rest. */
  function read(text: string) {
    const { names, wrong } = readTypedNames(text, readName, keyOf);
    const fresh = names.filter((name) => !trackedKeys.has(keyOf(name)) && !chosenKeys.has(keyOf(name)));
    const known = names.find((name) => trackedKeys.has(keyOf(name)));
    const [firstWrong] = wrong;
    const fault = firstWrong !== undefined ? texts.wrong(shorten(firstWrong)) : known === undefined ? null : texts.known(known);
    return { fresh, wrong, fault };
  }

  function addTyped(text: string): void {
    const { fresh, wrong, fault } = read(text);
    const left = fresh.slice(room);
    const [firstLeft] = left;
    setChosen([...chosen, ...fresh.slice(0, room)]);
    setTyped([...wrong, ...left].join(', '));
    setProblem(fault ?? (firstLeft === undefined ? null : (texts.limit?.typed(firstLeft) ?? null)));
  }

  function press(name: string): void {
    const isTracked = trackedKeys.has(keyOf(name));
    if (isTracked || chosenKeys.has(keyOf(name)) || room === 0) {
      const refusal = room === 0 ? texts.limit?.pressed : undefined;
      setProblem(isTracked ? texts.known(name) : (refusal ?? null));
      return;
    }
    setChosen([...chosen, name]);
    setTyped('');
    setProblem(null);
  }

  function finish(): readonly string[] | null {
    const { fresh, wrong, fault } = read(typed);
    const names = [...chosen, ...fresh];
    const isTooMuch = tracked.length + names.length > limit;
    const refusal = wrong.length > 0 ? fault : names.length === 0 ? (fault ?? texts.none) : null;
    const problemNow = refusal ?? (isTooMuch ? (texts.limit?.together ?? null) : null);
    setProblem(problemNow);
    if (problemNow !== null) return null;
    setChosen(names);
    setTyped('');
    return names;
  }

  return {
    chosen,
    typed,
    problem,
    isFull: room === 0,
    isChosen: (name) => chosenKeys.has(keyOf(name)),
    isTracked: (name) => trackedKeys.has(keyOf(name)),
    type: (text) => {
      setTyped(text);
      setProblem(null);
    },
    addTyped,
    press,
    keep: (names) => {
      setChosen(names);
      setProblem(null);
    },
    finish,
    onTracked: (names) => {
      const gone = new Set(names.map(keyOf));
      setChosen((all) => all.filter((name) => !gone.has(keyOf(name))));
    },
  };
}
