/**
 * Makes the simulated browser quicker and truer: what tests do not look at is left out, and what it does otherwise than real
 * ones is mended.
 */
import { createRequire, type SerializeStyles } from 'node:module';
import { configure, prettyDOM } from '@testing-library/react';
import { createQuickStyles, STYLED_CLASS } from './quick-styles.ts';

// Browsers answer with the class. The simulated one writes out everything inside the element, and what places menus
// and hints asks thousands of times whether something is a window in this way.
Object.defineProperty(Element.prototype, 'toString', { value: Node.prototype.toString, configurable: true, writable: true });

// Waiting for something fails many times before it succeeds. What the page held is only worth printing for an
// error that is read.
configure({
  getElementError: (message, container) => {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    let text: string | undefined;
    const read = (): string => {
      text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n');
      return text;
    };
    return Object.defineProperty(error, 'message', { get: read, configurable: true });
  },
});

// Reading styles is what a simulated browser is slowest at, and what looks how is judged in real ones. Charts alone do
// not draw before they know how wide they are.
const { appendChild } = Node.prototype;
HTMLStyleElement.prototype.appendChild = function <Child extends Node>(this: HTMLStyleElement, child: Child): Child {
  return child.textContent?.includes(STYLED_CLASS) === true ? (appendChild.call(this, child) as Child) : child;
};
window.getComputedStyle = createQuickStyles();

/*
 * Components compute their styles at every render, as a class and its rules, which takes an eighth of the processor time of
 * these tests. The rules have no effect here, so components share one class without rules. Charts have theirs.
 */

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

/** The simulated browser lays nothing out: whatever is watched is in sight at once. */
class InSightAtOnce implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '0px';
  readonly scrollMargin = '0px';
  readonly thresholds = [0];
  readonly #look: IntersectionObserverCallback;
  constructor(look: IntersectionObserverCallback) {
    this.#look = look;
  }
  observe(target: Element): void {
    const seen = target.getBoundingClientRect();
    const entry = {
      ...{ target, isIntersecting: true, intersectionRatio: 1, time: performance.now() },
      ...{ boundingClientRect: seen, intersectionRect: seen, rootBounds: null },
    };
    this.#look([entry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
window.IntersectionObserver = InSightAtOnce;
