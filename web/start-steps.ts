/**
 * Links in the page to the files of the steps in which the app starts, with all that these import. Otherwise the browser
 * would learn of them only from the first file, one way to the server and back later.
 */
import type { Plugin, Rolldown } from 'vite';

const BASE = '/app/';

export function preloadedSteps(): Plugin {
  return {
    name: 'leadloom:preloaded-steps',
    apply: 'build',
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
