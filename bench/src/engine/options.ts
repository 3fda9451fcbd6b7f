/** What `pnpm bench engine` takes besides its name: `--only`, as `parseArgs` reads it for the tables too. */

export const engineParts = ['idle'] as const;
export type EnginePart = (typeof engineParts)[number];

/** All parts where `only` is absent. @throws {Error} naming the part there is not */
export function readEngineParts(only: readonly string[] = engineParts): ReadonlySet<EnginePart> {
  const parts = only.map((name) => {
    const part = engineParts.find((candidate) => candidate === name);
    if (part === undefined) throw new Error(`--only: there is no part ${name}; there are ${engineParts.join(', ')}`);
    return part;
  });
  return new Set(parts);
}
