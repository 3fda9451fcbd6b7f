/** The options of `pnpm bench engine`: `--only`, as for the tables. */

export const engineParts = ['idle', 'limits', 'servers', 'bitmaps'] as const;
export type EnginePart = (typeof engineParts)[number];

/** The chosen parts; all if `only` is absent. @throws {Error} naming an unknown part */
export function readEngineParts(only: readonly string[] = engineParts): ReadonlySet<EnginePart> {
  const parts = only.map((name) => {
    const part = engineParts.find((candidate) => candidate === name);
    if (part === undefined) throw new Error(`--only: there is no part ${name}; there are ${engineParts.join(', ')}`);
    return part;
  });
  return new Set(parts);
}
