/**
 * Watches how long statements take. A slow one is logged with its shape, in which every value is a question mark, and a
 * hash of that: the same statement has the same hash whatever it was asked with. Values never get into the log.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Milliseconds from which a statement is slow. */
export const SLOW_MILLISECONDS = 500;
const LOGGED_CHARACTERS = 1_000;

export interface SlowStatement {
  /** Hash of the shape: 16 hexadecimal digits. */
  readonly hash: string;
  readonly shape: string;
  readonly milliseconds: number;
}

/**
 * The parts of a statement that its shape leaves out or replaces, in this order: comments, quoted names, texts in all their
 * forms, parameters, numbers.
 */
const PART =
  /--[^\n]*|\/\*[\s\S]*?\*\/|("(?:[^"]|"")*")|\$([a-z_]\w*)?\$[\s\S]*?\$\2\$|\be'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b/gi;

/** The statement without its values: texts and numbers as `?`, lists of any length as one. */
export function shapeOf(text: string): string {
  return text
    .replaceAll(PART, (part, name?: string) => name ?? (/^(?:--|\/\*)/.test(part) ? ' ' : '?'))
    .replaceAll(/\?(?:\s*,\s*\?)+/g, '?')
    .replaceAll(/\(\s*\?\s*\)(?:\s*,\s*\(\s*\?\s*\))+/g, '(?)')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function describeStatement(text: string, milliseconds: number): SlowStatement {
  const shape = shapeOf(text);
  const hash = createHash('sha256').update(shape).digest('hex').slice(0, 16);
  return { hash, shape: shape.slice(0, LOGGED_CHARACTERS), milliseconds: Math.round(milliseconds) };
}

/** Times every statement of the client from now on. Streams of COPY are not timed: they last as long as their reader. */
export function watchStatements(client: pg.ClientBase, onSlow: (statement: SlowStatement) => void): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') return;
  const watched = (...question: unknown[]): unknown => {
    const text = textOf(question[0]);
    if (text === null) return Reflect.apply(query, client, question);
    const began = performance.now();
    const end = () => {
      const milliseconds = performance.now() - began;
      if (milliseconds >= SLOW_MILLISECONDS) onSlow(describeStatement(text, milliseconds));
    };
    const callback = question.at(-1);
    if (typeof callback === 'function') {
      const noting = (...answer: unknown[]): unknown => {
        end();
        return Reflect.apply(callback, undefined, answer);
      };
      return Reflect.apply(query, client, [...question.slice(0, -1), noting]);
    }
    const answer: unknown = Reflect.apply(query, client, question);
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  };
  Reflect.set(client, 'query', watched);
}

/** The text of a statement; null for what is no plain statement, such as a stream. */
function textOf(question: unknown): string | null {
  if (typeof question === 'string') return question;
  const isPlain = typeof question === 'object' && question !== null && !('submit' in question) && 'text' in question;
  return isPlain && typeof question.text === 'string' ? question.text : null;
}
