/**
 * Which modules share a file. Many small files cost a request each and compress badly; one large file makes every screen
 * load what it does not use. What the frame behind the sign-in is built of is one file, apart from what the pages
 * before the sign-in need too.
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

/** @param sources the folder of the web app's sources */
export function chunkGroups(sources: string): Group[] {
  const signedIn = reachedFrom(SIGNED_IN.map((file) => `${sources}/${file}`));
  const isPublic = reachedFrom(PUBLIC.map((file) => `${sources}/${file}`));
  return [
    { name: 'frame', test: FRAME, priority: 3 },
    {
      name: (id, context) => (signedIn(context).has(id) ? (isPublic(context).has(id) ? null : 'signed-in') : null),
      debugName: 'signed-in',
      minShareCount: 2,
      priority: 1,
      includeDependenciesRecursively: false,
    },
    {
      name: (id, context) => (isPublic(context).has(id) || signedIn(context).has(id) ? null : 'shared'),
      debugName: 'shared',
      minShareCount: 12,
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
