/**
 * Components compute their styles at every render, as a class and its rules, which takes an eighth of the processor time of
 * these tests. The rules have no effect here (`simulated-browser.ts`), so components share one class without rules. Charts
 * have theirs.
 */
import { createRequire, type SerializeStyles } from 'node:module';
import { STYLED_CLASS } from './quick-styles.ts';

/** The very module that components load. */
const serialize = createRequire(createRequire(import.meta.url).resolve('@emotion/styled'))('@emotion/serialize');

/** A worker outlasts the file that first replaces it. */
const KEY = Symbol.for('leadloom.serialize-styles');
const shared: typeof globalThis & { [KEY]?: SerializeStyles } = globalThis;
shared[KEY] ??= serialize.serializeStyles;
const serializeStyles = shared[KEY];

const PLAIN = { name: 'plain', styles: '', next: undefined };

/** Only what a component wears is computed from its properties; other rules are those of the page, and of animations. */
serialize.serializeStyles = (styles, registered, props) =>
  props === undefined || styles.some(isOfCharts) ? serializeStyles(styles, registered, props) : PLAIN;

function isOfCharts(style: unknown): boolean {
  return typeof style === 'string' && style.includes(STYLED_CLASS);
}
