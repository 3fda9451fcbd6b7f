/**
 * The files of the steps in which the app starts. The page links to all of them, with all that they import: otherwise the
 * browser would learn of them only from the first file, one way to the server and back later. A bundler gives each step a
 * file that only passes on names of another; nobody uses the names, so the other file is loaded at once.
 */
import type { Plugin, Rolldown } from 'vite';

const BASE = '/app/';
const PASSES_ON = /^(?:export\{[^}]*\}from|import)\s*["'`]\.\/([^"'`]+)["'`];?\s*$/;

export function startSteps(): Plugin {
  return {
    name: 'leadloom:start-steps',
    apply: 'build',
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (entry?.type !== 'chunk') return this.error('the web app has no first file');
      const steps = [...entry.dynamicImports];
      for (const [index, file] of steps.entries()) {
        const step = bundle[file];
        const name = step?.type === 'chunk' ? PASSES_ON.exec(step.code)?.[1] : undefined;
        if (name === undefined) continue;
        entry.code = entry.code.replaceAll(file.replace('assets/', './'), `./${name}`);
        steps[index] = `assets/${name}`;
        delete bundle[file];
      }
      entry.dynamicImports = steps;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk }) {
        if (bundle === undefined || chunk === undefined) throw new Error('The page of the web app has no script.');
        return chunksBelow(chunk.dynamicImports, bundle)
          .map((file) => `${BASE}${file}`)
          .filter((href) => !html.includes(`href="${href}"`))
          .map((href) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}

/** The files and what they import, in the order of the list. */
function chunksBelow(files: readonly string[], bundle: Rolldown.OutputBundle): readonly string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) visit(imported);
  };
  for (const file of files) visit(file);
  return [...found];
}
