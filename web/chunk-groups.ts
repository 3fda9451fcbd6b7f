/**
 * Which modules share a file. Many small files cost a request each and compress badly; one large file makes every screen
 * load what it does not use. So the files are layers: what every page starts with, what the pages before the sign-in
 * share, what the frame behind the sign-in is built of, and the small modules that many screens use. A layer imports
 * from itself and those below it alone: files that import each other may run in the wrong order.
 */
import type { Rolldown } from 'vite';

type Group = Exclude<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups'], undefined>[number];
type Context = Parameters<Exclude<Group['name'], string>>[1];

const FRAME = /@mui.(material.(Box|GlobalStyles|Typography)|system.createBox|styled-engine.GlobalStyles)./;
const SIGNED_IN = ['app/layouts/signed-in-layout.tsx'];
/** Stays the entry, which the manifest and the page name. */
const ENTRY = 'main.tsx';
const FIRST = [ENTRY];
const PUBLIC = [
  ...FIRST,
  'app/layouts/public-layout.tsx',
  'features/sign-in/sign-in-form.tsx',
  'features/registration/registration-form.tsx',
  'features/password-reset/reset-request-form.tsx',
];
/** What is small, and used by many screens. */
const COMMON = /@mui.(material|utils|icons-material).|use-sync-external-store|web.src.(lib|components)|shared.src./;
/** Characters of a module's code that cost less than a request. */
const SMALL = 2_000;

/** @param sources the folder of the web app's sources */
export function chunkGroups(sources: string): Group[] {
  const reached = (files: readonly string[]) => reachedFrom(files.map((file) => `${sources}/${file}`));
  const first = reached(FIRST);
  const beforeSignIn = reached(PUBLIC);
  const signedIn = reached(SIGNED_IN);

  /** A file is loaded with everything that its modules import, so a small module counts with its imports. */
  const known = new Map<string, boolean>();
  function isSmall(id: string, context: Context): boolean {
    const before = known.get(id);
    if (before !== undefined) return before;
    // Of modules that import each other, the others decide.
    known.set(id, true);
    const info = context.getModuleInfo(id);
    const isLight = info !== null && COMMON.test(id) && (info.code ?? '').length <= SMALL;
    const isBelow = (one: string) => signedIn(context).has(one) || beforeSignIn(context).has(one);
    const result = isLight && info.importedIds.every((one) => isBelow(one) || isSmall(one, context));
    known.set(id, result);
    return result;
  }

  return [
    { name: 'frame', test: FRAME, priority: 4 },
    {
      name: (id, context) => (first(context).has(id) && !id.endsWith(ENTRY) ? 'first' : null),
      debugName: 'first',
      priority: 3,
      includeDependenciesRecursively: false,
    },
    {
      name: (id, context) => {
        if (first(context).has(id)) return null;
        if (beforeSignIn(context).has(id)) return 'before-sign-in';
        return signedIn(context).has(id) ? 'signed-in' : null;
      },
      debugName: 'frames',
      minShareCount: 2,
      priority: 2,
      includeDependenciesRecursively: false,
    },
    {
      name: (id, context) => (isSmall(id, context) ? 'small' : null),
      debugName: 'small',
      minShareCount: 5,
      priority: 1,
      includeDependenciesRecursively: false,
    },
  ];
}

/** Every module that is loaded together with one of the files, found once the modules are known. */
function reachedFrom(files: readonly string[]): (context: Context) => ReadonlySet<string> {
  let found: Set<string> | null = null;
  return (context) => {
    if (found !== null) return found;
    found = new Set<string>();
    const waiting = [...files];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
    }
    return found;
  };
}
