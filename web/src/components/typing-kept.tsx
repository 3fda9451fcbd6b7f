/** Stands for what was asked for and takes keys, while it is on its way: they are kept for it. */
import { useLayoutEffect } from 'react';
import { keepTyping } from '../lib/type-ahead.ts';
import { OPENING } from '../lib/use-shortcuts.ts';

export function TypingKept() {
  useLayoutEffect(() => keepTyping(), []);
  return <span hidden {...{ [OPENING]: '' }} />;
}
