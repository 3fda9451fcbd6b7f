/**
 * Which modules share a file. Many small files cost a request each and compress badly; one large file makes every screen
 * load what it does not use. So the files are layers: what every page starts with, what the pages before the sign-in
 * share, what the frame behind the sign-in is built of, and the small modules that many screens use. A layer imports
 * from itself and those below it alone: files that import each other may run in the wrong order.
 */
import type { Rolldown } from 'vite';

type Group = Exclude<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups'], undefined>[number];
type Context = Parameters<Exclude<Group['name'], string>>[1];

const SIGNED_IN = ['app/layouts/signed-in-layout.tsx'];
/** Stays the entry, which the manifest and the page name. */
const ENTRY = 'main.tsx';
/** The steps of `main.tsx`, in its order. The last one brings all that every page starts with. */
const STEPS = [
  { name: 'react', from: ENTRY },
  { name: 'session', from: 'lib/session/session.ts' },
  { name: 'frame', from: 'app/theme/styled.tsx' },
] as const;
const FIRST = [ENTRY, ...STEPS.map(({ from }) => from), 'app/start-app.tsx'];
const PUBLIC = [
  ...FIRST,
  'app/layouts/public-layout.tsx',
  'features/sign-in/sign-in-form.tsx',
  'features/registration/registration-form.tsx',
  'features/password-reset/reset-request-form.tsx',
];
/** What is offered by packages that every page loads, and used by few screens: these load it themselves. */
const APART = /zod.v4.core.(json-schema|to-json-schema)/;
/** The calls of the sign-in pages. Most screens that share their fields and notices make others. */
const CALLS = /shared.src.contract.(?!endpoint|list-parameters|whole-number|among-names|page-parameters)/;
/** What no page behind the sign-in is built of. */
const AUTH_FORMS = /web.src.components.(auth-form|other-ways)/;
/** Imports every screen, each when it is shown. */
const SCREENS = 'app/screens.tsx';
/** What is small, and used by many screens. */
const COMMON = /@mui.(material|utils|icons-material).|use-sync-external-store|web.src.(lib|components)|shared.src./;
/** They belong to their component, which is not small. */
const OF_COMPONENTS = /@mui.material.(\w+.\w+[cC]lasses|internal.)/;
/** Characters of a module's code that cost less than a request. */
const SMALL = 2_000;
/** The same where few screens share it. */
const TINY = 1_200;
const FEW_SCREENS = 6;
/** Larger with their comments than without: parts of MUI that most screens with fields use. */
const SMALL_BUILT = /@mui.(material.)?utils.(\w+.)?(useSlot|mergeSlotProps)\b/;
/** How collected people are chosen and asked for: what is small, and seldom loaded without the rest. */
const PEOPLE = /shared.src.contract.(collected-profiles|people-choice)\b|web.src.lib.collected-people.people-queries\b/;
/** What is known of the data tables and how they are asked for: whoever needs one of them needs most. */
const DATA = /shared.src.(tables|domain.countries|contract.(tables?\b|my-rows))|web.src.lib.(page-size|my-rows.my-rows)\b/;

/** @param sources the folder of the web app's sources */
export function chunkGroups(sources: string): Group[] {
  const reached = (files: readonly string[]) => reachedFrom(files.map((file) => `${sources}/${file}`));
  const first = reached(FIRST);
  const beforeSignIn = reached(PUBLIC);
  const signedIn = reached(SIGNED_IN);

  const screens = screenFinder(`${sources}/${SCREENS}`);

  /** Modules that import the calls in the end; of modules that import each other, the others decide. */
  const calling = new Map<string, boolean>();
  function makesCalls(id: string, context: Context): boolean {
    const before = calling.get(id);
    if (before !== undefined) return before;
    calling.set(id, false);
    const result = CALLS.test(id) || importsOf(id, context).some((one) => !first(context).has(one) && makesCalls(one, context));
    calling.set(id, result);
    return result;
  }

  const isData = (id: string, context: Context): boolean => DATA.test(id) && screens(id, context).length > 1;

  const isPeople = (id: string, context: Context): boolean => PEOPLE.test(id) && screens(id, context).length > 1;

  /** A file is loaded with everything that its modules import, so a small module counts with its imports. */
  const known = new Map<string, boolean>();
  function isSmall(id: string, context: Context): boolean {
    const before = known.get(id);
    if (before !== undefined) return before;
    const most = screens(id, context).length > FEW_SCREENS ? SMALL : TINY;
    // Of modules that import each other, the others decide.
    known.set(id, true);
    const info = context.getModuleInfo(id);
    const isLight =
      info !== null &&
      COMMON.test(id) &&
      !OF_COMPONENTS.test(id) &&
      !makesCalls(id, context) &&
      ((info.code ?? '').length <= most || SMALL_BUILT.test(id));
    const isBelow = (one: string) => signedIn(context).has(one) || beforeSignIn(context).has(one);
    const result = isLight && info.importedIds.every((one) => isBelow(one) || (!isData(one, context) && isSmall(one, context)));
    known.set(id, result);
    return result;
  }

  const steps = STEPS.map(({ name, from }) => ({ name, reaches: reached([from]) }));

  return [
    {
      name: (id, context) => (id.endsWith(ENTRY) ? null : (steps.find(({ reaches }) => reaches(context).has(id))?.name ?? null)),
      debugName: 'steps',
      priority: 5,
      includeDependenciesRecursively: false,
    },
    {
      name: (id, context) => (first(context).has(id) && !id.endsWith(ENTRY) ? 'first' : null),
      debugName: 'first',
      priority: 3,
      includeDependenciesRecursively: false,
    },
    {
      name: (id, context) => {
        if (first(context).has(id)) return null;
        if (beforeSignIn(context).has(id)) return makesCalls(id, context) || AUTH_FORMS.test(id) ? 'sign-in' : 'before-sign-in';
        return signedIn(context).has(id) ? 'signed-in' : null;
      },
      debugName: 'frames',
      minShareCount: 2,
      priority: 2,
      includeDependenciesRecursively: false,
    },
    {
      name: (id, context) => (isData(id, context) ? 'data' : null),
      debugName: 'data',
      minShareCount: 2,
      priority: 1.8,
      includeDependenciesRecursively: false,
    },
    {
      name: (id, context) => (isPeople(id, context) ? 'people' : null),
      debugName: 'people',
      minShareCount: 2,
      priority: 1.7,
      includeDependenciesRecursively: false,
    },
    {
      name: (id, context) => (isSmall(id, context) ? 'small' : null),
      debugName: 'small',
      minShareCount: 2,
      priority: 1.6,
      includeDependenciesRecursively: false,
    },
    {
      // What one or two screens share with nothing but the parts they load later.
      name: (id, context) => {
        const names = screens(id, context);
        return names.length === 1 || names.length === 2 ? `${names.toSorted().join('-and-')}-parts` : null;
      },
      debugName: 'screens',
      minShareCount: 2,
      priority: 1,
      includeDependenciesRecursively: false,
    },
  ];
}

function importsOf(id: string, context: Context): readonly string[] {
  return context.getModuleInfo(id)?.importedIds ?? [];
}

/** The names of the screens that are loaded together with a module. */
function screenFinder(listId: string): (id: string, context: Context) => readonly string[] {
  let screensOf: Map<string, string[]> | null = null;
  return (id, context) => {
    if (screensOf === null) {
      screensOf = new Map();
      for (const screen of context.getModuleInfo(listId)?.dynamicallyImportedIds ?? []) {
        const name = /([^/]+)\.tsx$/.exec(screen)?.[1] ?? screen;
        for (const one of reachedFrom([screen])(context)) screensOf.set(one, [...(screensOf.get(one) ?? []), name]);
      }
    }
    return screensOf.get(id) ?? [];
  };
}

/** Every module that is loaded together with one of the files, found once the modules are known. */
function reachedFrom(files: readonly string[]): (context: Context) => ReadonlySet<string> {
  let found: Set<string> | null = null;
  return (context) => {
    if (found !== null) return found;
    found = new Set<string>();
    const waiting = [...files];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (found.has(id) || APART.test(id)) continue;
      found.add(id);
      waiting.push(...importsOf(id, context));
    }
    return found;
  };
}
