/**
 * Answers what tests ask of computed styles a thousand times for each page: whether an element is shown and takes clicks.
 * The simulated browser computes every property of the element and all its ancestors for that, and again after every
 * change of the page. Without style sheets, these few depend on the kind of element and on style attributes alone. Where
 * one of those names the property, and for every other property, the simulated browser is asked.
 */

/** The properties by the names that scripts use, with the names in style attributes. */
const QUICK = new Map([
  ['display', 'display'],
  ['visibility', 'visibility'],
  ['pointerEvents', 'pointer-events'],
  ['pointer-events', 'pointer-events'],
  ['opacity', 'opacity'],
  ['content', 'content'],
]);

/** What takes its style from an attribute of another name. */
const VARYING = new Set(['DIALOG']);

/** What style sheets are kept for, see `simulated-browser.ts`: by a part of the classes they name. */
export const STYLED_CLASS = 'MuiCharts';

type GetComputedStyle = (element: Element, pseudoElement?: string | null) => CSSStyleDeclaration;

/** A window outlasts the file that first changes it. */
const KEY = Symbol.for('leadloom.simulated-styles');
const shared: typeof globalThis & { [KEY]?: GetComputedStyle } = globalThis;
shared[KEY] ??= window.getComputedStyle;

/** What the simulated browser itself answers. */
export const simulatedStyles: GetComputedStyle = shared[KEY];

/** The values of elements without a style of their own, by property and kind of element. */
const defaults = new Map<string, string>();

export function createQuickStyles(): GetComputedStyle {
  const known = new WeakMap<Element, CSSStyleDeclaration>();
  return (element, pseudoElement) => {
    const found = known.get(element);
    if (found !== undefined) return found;
    if (!(element instanceof Element)) return simulatedStyles(element, pseudoElement);
    const quick = new Proxy(Object.create(CSSStyleDeclaration.prototype), answersFor(element));
    known.set(element, quick);
    return quick;
  };
}

function answersFor(element: Element): ProxyHandler<CSSStyleDeclaration> {
  const real = () => simulatedStyles(element);
  const read = (name: string): string => {
    const property = QUICK.get(name);
    if (property === undefined || !isPlain(element, property)) return real().getPropertyValue(property ?? name);
    const key = `${property} ${element.tagName}`;
    const value = defaults.get(key) ?? real().getPropertyValue(property);
    defaults.set(key, value);
    return value;
  };
  return {
    get: (_, name) => {
      if (name === 'getPropertyValue') return read;
      return typeof name === 'string' && QUICK.has(name) ? read(name) : Reflect.get(real(), name);
    },
    has: (_, name) => Reflect.has(real(), name),
    set: (_, name, value) => Reflect.set(real(), name, value),
    ownKeys: () => Reflect.ownKeys(real()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(real(), name),
  };
}

/** Whether nothing but its kind determines this property of an element. */
function isPlain(element: Element, property: string): boolean {
  if (!element.isConnected || element.getRootNode() !== element.ownerDocument || VARYING.has(element.tagName)) return false;
  if (names(element, property)) return false;
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    if (each.getAttribute('class')?.includes(STYLED_CLASS) === true) return false;
    if (property === 'visibility' && names(each, property)) return false;
  }
  return true;
}

function names(element: Element, property: string): boolean {
  return element.getAttribute('style')?.toLowerCase().includes(property) === true;
}
