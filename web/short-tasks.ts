/**
 * Makes the tasks short in which a browser shows a screen: a phone is blocked while one runs. They refuse to build when the
 * packages are no longer laid out as they expect.
 */
import type { Plugin, Rolldown } from 'vite';

const LOADER = /vite\/preload-helper\.js$/;
const LOADS = /return baseModule\(\)\.catch\(handlePreloadError\);/;

/**
 * A browser evaluates a file and all that it imports in one task. Here each file that a part needs is imported by itself, in
 * a task of its own: those below first. All of them are asked for before, at once.
 */
export function evaluatedInTurns(): Plugin {
  let isDone = false;
  return {
    name: 'leadloom:evaluated-in-turns',
    apply: 'build',
    transform(code, id) {
      if (!LOADER.test(id.replaceAll('\\', '/')) || !LOADS.test(code)) return null;
      isDone = true;
      return {
        code: code.replace(
          LOADS,
          `return (deps ?? []).reduce(
            (before, dep) => dep.endsWith(".js") ? before.then(() => import(/* @vite-ignore */ assetsURL(dep, importerUrl))) : before,
            Promise.resolve()
          ).then(baseModule).catch(handlePreloadError);`,
        ),
        map: null,
      };
    },
    generateBundle: {
      // Once Vite has written which files a part needs.
      order: 'post',
      handler(_, bundle) {
        if (!isDone) this.error('Vite loads parts in another way than this build knows');
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        const started = new Set(filesBelow(entry === undefined ? [] : [entry.fileName, ...entry.dynamicImports], bundle));
        for (const chunk of chunks) chunk.code = withFilesInOrder(chunk.code, started, bundle);
      },
    },
  };
}

const INSERTION = /@emotion\/use-insertion-effect-with-fallbacks\/dist\/[^/]*browser[^/]*\.js$/;
const DEFERS = 'var useInsertionEffectAlwaysWithSyncFallback = useInsertionEffect || syncFallback;';

/**
 * Emotion writes the styles of what was rendered when React puts it into the page, which is one piece. Here it writes them
 * while it is rendered, in React's short turns. What is not put into the page after all leaves rules that match nothing.
 */
export function insertedWhileRendering(): Plugin {
  let isDone = false;
  return {
    name: 'leadloom:inserted-while-rendering',
    apply: 'build',
    transform(code, id) {
      if (!INSERTION.test(id.replaceAll('\\', '/')) || !code.includes(DEFERS)) return null;
      isDone = true;
      return { code: code.replace(DEFERS, 'var useInsertionEffectAlwaysWithSyncFallback = syncFallback;'), map: null };
    },
    generateBundle() {
      if (!isDone) this.error('Emotion writes styles in another way than this build knows');
    },
  };
}

const FILES = /\bm\.f=\[([^\]]*)\]/;
const NEEDED = /__vite__mapDeps\(\[([\d,]*)\]\)/g;

/** Vite's lists of files by their places in `m.f`: without those that every page has, each after those it imports. */
function withFilesInOrder(code: string, started: ReadonlySet<string>, bundle: Rolldown.OutputBundle): string {
  const files = [...(FILES.exec(code)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  return code.replaceAll(NEEDED, (_, places: string) => {
    const needed = new Set(places.split(',').map((place) => files[Number(place)] ?? ''));
    const styles = [...needed].filter((name) => name.endsWith('.css'));
    const scripts = filesBelow([...needed], bundle).filter((name) => needed.has(name) && !started.has(name));
    return `__vite__mapDeps([${[...scripts, ...styles].map((name) => files.indexOf(name)).join(',')}])`;
  });
}

/** Scripts and what they import, those below first. */
function filesBelow(names: readonly string[], bundle: Rolldown.OutputBundle): readonly string[] {
  const found = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string): void => {
    const chunk = bundle[name];
    if (visited.has(name) || chunk?.type !== 'chunk') return;
    visited.add(name);
    for (const imported of chunk.imports) visit(imported);
    found.add(name);
  };
  for (const name of names) visit(name);
  return [...found];
}
