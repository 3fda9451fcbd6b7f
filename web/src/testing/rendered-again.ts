/**
 * Tells which elements React has rendered again. React leaves the properties of an element on it, and makes them anew
 * whenever the component around the element is rendered.
 */
const PROPERTIES = '__reactProps$';

/** @returns what finds those that were rendered again since; elements that are new are not among them */
export function watchRendering(): () => readonly Element[] {
  const before = new Map(elements().map((element) => [element, propertiesOf(element)]));
  return () => elements().filter((element) => before.has(element) && before.get(element) !== propertiesOf(element));
}

function elements(): readonly Element[] {
  return [...document.body.querySelectorAll('*')].filter((element) => propertiesOf(element) !== undefined);
}

function propertiesOf(element: Element): unknown {
  const name = Object.keys(element).find((key) => key.startsWith(PROPERTIES));
  return name === undefined ? undefined : Reflect.get(element, name);
}
