/** The error message for a parameter that takes values from a fixed list of names. */

/** A message quotes at most this many invalid values, each cut to this length. */
const MAX_QUOTED = 5;
const MAX_QUOTED_LENGTH = 60;

/** An error for a schema: lists the valid names and quotes the invalid values that were sent. */
export function amongNames(names: readonly string[]): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => {
    const invalid = [input].flat().filter((name) => typeof name === 'string' && !names.includes(name));
    const quoted = invalid.slice(0, MAX_QUOTED).map((name) => JSON.stringify(String(name).slice(0, MAX_QUOTED_LENGTH)));
    return `must be among ${names.join(', ')}${quoted.length === 0 ? '' : `; not ${quoted.join(', ')}`}.`;
  };
}
