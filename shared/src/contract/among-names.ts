/** What is said of a parameter that takes one or several of so many names and was sent another. */

/** Of the wrong ones, so many are told, and so much of each. */
const TOLD = 5;
const TOLD_LENGTH = 60;

/** An error of a schema: all names there are, and which of those that were sent is none. */
export function amongNames(names: readonly string[]): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => {
    const wrong = [input].flat().filter((sent) => typeof sent === 'string' && !names.includes(sent));
    const told = wrong.slice(0, TOLD).map((sent) => JSON.stringify(String(sent).slice(0, TOLD_LENGTH)));
    return `must be among ${names.join(', ')}${told.length === 0 ? '' : `; not ${told.join(', ')}`}.`;
  };
}
