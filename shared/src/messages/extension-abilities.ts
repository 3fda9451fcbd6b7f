/** The abilities of an installed extension, by the version that it reports in `checkExtension`. */

/** The first version that allows the addresses of `sections`. */
const FIRST_WITH_SECTIONS: Version = [0, 2, 0];

type Version = readonly [major: number, minor: number, patch: number];

/** The form of the project's versions. A manifest allows others, but no build of ours has one. */
const VERSION = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/;

/**
 * Whether the extension may be asked for `sections`. An older one refuses the address and sends nothing to LinkedIn.
 * @param version as the extension reports it; false if it is malformed
 */
export function canReadSections(version: string): boolean {
  const parts = VERSION.exec(version)?.slice(1).map(Number);
  if (parts === undefined) return false;
  for (const [index, first] of FIRST_WITH_SECTIONS.entries()) {
    const part = parts[index] ?? 0;
    if (part !== first) return part > first;
  }
  return true;
}
