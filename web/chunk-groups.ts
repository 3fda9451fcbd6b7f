/**
 * Which modules share a file. Many small files cost a request each and compress badly; one large file makes every screen
 * load what it does not use. So there is one file of what the frame behind the sign-in is built of, together with the
 * small modules that several screens use, and one of the small modules that the pages before the sign-in use.
 */
import type { Rolldown } from 'vite';

type Group = Exclude<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups'], undefined>[number];
type Context = Parameters<Exclude<Group['name'], string>>[1];

const FRAME = /@mui.(material.(Box|GlobalStyles|Typography)|system.createBox|styled-engine.GlobalStyles)./;
const SIGNED_IN = ['app/layouts/signed-in-layout.tsx'];
const PUBLIC = [
  'main.tsx',
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
  const signedIn = reachedFrom(SIGNED_IN.map((file) => `${sources}/${file}`));
  const isPublic = reachedFrom(PUBLIC.map((file) => `${sources}/${file}`));

  /** A file is loaded with everything that its modules import, so a small module counts with its imports. */
  const known = new Map<string, boolean>();
  function isSmall(id: string, context: Context): boolean {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, true);
    const info = context.getModuleInfo(id);
    const isItself = info !== null && (info.code ?? '').length <= SMALL;
    const result =
      isItself &&
      info.importedIds.every((one) => signedIn(context).has(one) || isPublic(context).has(one) || isSmall(one, context));
    known.set(id, result);
    return result;
  }

  return [
    { name: 'frame', test: FRAME, priority: 3 },
    {
      name: (id, context) => {
        if (isPublic(context).has(id)) return null;
        return signedIn(context).has(id) ? 'signed-in' : null;
      },
      debugName: 'signed-in',
      minShareCount: 2,
      priority: 2,
      includeDependenciesRecursively: false,
    },
    {
      test: COMMON,
      name: (id, context) => {
        if (isPublic(context).has(id)) return (context.getModuleInfo(id)?.code ?? '').length <= SMALL ? 'public' : null;
        return isSmall(id, context) ? 'signed-in-small' : null;
      },
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
