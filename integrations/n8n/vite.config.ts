/**
 * Builds the package as n8n loads it: CommonJS, in which only `n8n-workflow` and Node's own modules are left to be found. The
 * contract becomes a part of it, so the nodes say what the contract says at the time of the build.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const inRoom = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Files that n8n looks for beside those of nodes and credentials. */
function filesBeside(): Plugin {
  return {
    name: 'leadloom:files-beside',
    generateBundle() {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      const icon = readFileSync(inRoom('../../web/public/icon.svg'), 'utf8');
      emit('nodes/leadloom.svg', icon);
      emit('credentials/leadloom.svg', icon);
      for (const node of ['Leadloom', 'LeadloomTrigger']) emit(`nodes/${node}.node.json`, codexOf(node));
      // The package's own sources are ES modules.
      emit('package.json', `${JSON.stringify({ type: 'commonjs' })}\n`);
    },
  };
}

/** Where n8n lists a node, and by which words it is found. */
function codexOf(node: string): string {
  const name = `n8n-nodes-leadloom.${node.charAt(0).toLowerCase()}${node.slice(1)}`;
  const codex = {
    node: name,
    nodeVersion: '1.0',
    codexVersion: '1.0',
    categories: ['Sales', 'Marketing'],
    resources: {},
    alias: ['leads', 'companies', 'people', 'prospects', 'LinkedIn'],
  };
  return `${JSON.stringify(codex, null, 2)}\n`;
}

export default defineConfig({
  root: inRoom('.'),
  publicDir: false,
  plugins: [filesBeside()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      external: ['n8n-workflow'],
      // n8n finds a class by the name of its file.
      input: {
        'nodes/Leadloom.node': inRoom('src/leadloom.node.ts'),
        'nodes/LeadloomTrigger.node': inRoom('src/leadloom-trigger.node.ts'),
        'credentials/LeadloomApi.credentials': inRoom('src/leadloom-api.credentials.ts'),
      },
      output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
    },
  },
});
