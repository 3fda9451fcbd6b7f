/** The plugins of the web app's build, on a small app of our own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluatedInTurns, insertedWhileRendering } from '../../web/short-tasks.ts';
import { startSteps } from '../../web/start-steps.ts';

/** The first file starts one step, from which two parts are loaded that share a file. */
const app = {
  'index.html': '<!doctype html><script type="module" src="/main.js"></script>',
  'main.js': "import('./step.js').then(({ start }) => start());",
  'step.js':
    "import { base } from './base.js'; export const start = () => Promise.all([import('./one.js'), import('./two.js'), base()]);",
  'base.js': "export const base = () => document.body.append('base');",
  'one.js': "import { base } from './base.js'; import { below } from './below.js'; base(); below('one');",
  'two.js': "import { below } from './below.js'; below('two');",
  'below.js': 'export const below = (name) => document.body.append(name);',
};

describe('the plugins of the web app', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadloom-plugins-'));
    for (const [name, text] of Object.entries(app)) await writeFile(join(folder, name), text);
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function built(plugins: readonly Plugin[]): Promise<readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
    const output = await build({
      root: folder,
      base: '/app/',
      configFile: false,
      logLevel: 'silent',
      plugins: [...plugins],
      build: { write: false, minify: false },
    });
    if (!('output' in output)) throw new Error('Vite built something else than one output');
    return output.output;
  }
  const scriptOf = (files: Awaited<ReturnType<typeof built>>, name: string) =>
    files.find((file) => file.type === 'chunk' && file.name === name);

  it('a part names the files it needs in the order of their evaluation, without those of the start', async () => {
    const files = await built([startSteps(), evaluatedInTurns()]);
    const lists = files.flatMap((file) => (file.type === 'chunk' ? listsOf(file.code) : []));
    const nameOf = (name: string) => scriptOf(files, name)?.fileName;
    expect(lists).toContainEqual([nameOf('below'), nameOf('one')]);
    expect(lists).toContainEqual([nameOf('below'), nameOf('two')]);
  });

  it('a part imports its files one by one before it is evaluated itself', async () => {
    const loaders = (await built([evaluatedInTurns()])).filter(
      (file) => file.type === 'chunk' && file.code.includes('before.then('),
    );
    expect(loaders).toHaveLength(1);
  });

  it('the page links to the files of the start and to what they import', async () => {
    const files = await built([startSteps()]);
    const page = files.find(({ fileName }) => fileName === 'index.html');
    const html = page?.type === 'asset' ? String(page.source) : '';
    const links = [...html.matchAll(/<link rel="modulepreload" crossorigin href="\/app\/([^"]+)">/g)].map(([, name]) => name);
    expect(links).toContain(scriptOf(files, 'step')?.fileName);
    expect(links).not.toContain(scriptOf(files, 'one')?.fileName);
  });

  it('a build is refused where Emotion does not lay out its styles as expected', async () => {
    await expect(built([insertedWhileRendering()])).rejects.toThrow('Emotion writes styles in another way than this build knows');
  });
});

/** The files each part needs, as Vite writes them: places in a list of names. */
function listsOf(code: string): readonly (readonly (string | undefined)[])[] {
  const names = [...(/\bm\.f=\[([^\]]*)\]/.exec(code)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  return [...code.matchAll(/__vite__mapDeps\(\[([\d,]*)\]\)/g)].map(([, places = '']) =>
    places.split(',').map((place) => names[Number(place)]),
  );
}
