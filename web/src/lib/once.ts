/**
 * What is made when it is first asked for, and then kept. A browser needs up to ten milliseconds for the first date format,
 * a phone four times that; made with its module, it would hold up every screen that loads the module.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
