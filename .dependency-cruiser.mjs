/**
 * Who may import whom. The rules are computed from the folders, so that a new feature or module is
 * under them from its first file.
 */
import { readdirSync, readFileSync } from 'node:fs';

const foldersIn = (path) => {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
};

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const rooms = [
  rule(
    'shared-is-alone',
    'shared imports zod and nothing else',
    { path: '^shared/src', pathNot: ['\\.test(-d)?\\.ts$', '^shared/src/testing/', '^shared/src/workbook/read/'] },
    { pathNot: ['^shared/src', 'node_modules/zod'] },
  ),
  rule(
    'shared-reads-workbooks',
    'the reader of workbooks in shared imports saxes besides',
    { path: '^shared/src/workbook/read/' },
    { pathNot: ['^shared/src', 'node_modules/saxes'] },
  ),
  ...['web', 'extension', 'server'].map((room) =>
    rule(
      `${room}-imports-only-shared`,
      `${room} imports no other room than shared`,
      { path: `^${room}/src` },
      { path: `^(?!${room}/|shared/src|node_modules|node:)(web|extension|server|client|integrations|tests|bench|scripts)/` },
    ),
  ),
  rule(
    'client-is-alone',
    'the client is installed by others: it imports no room and no package; shared makes its types, the server tries it',
    { path: '^client/src', pathNot: '\\.test(-d)?\\.ts$' },
    { pathNot: '^client/src' },
  ),
  rule(
    'n8n-is-small',
    'the nodes for n8n are installed by others: beside n8n they are made of shared and of how the client makes a call',
    { path: '^integrations/n8n/src', pathNot: '\\.test\\.ts$' },
    {
      pathNot: [
        '^integrations/n8n/src',
        '^shared/src',
        '^client/src/(transport|api-error)\\.ts$',
        'node_modules/zod',
        '^n8n-workflow$',
      ],
      dependencyTypesNot: ['core'],
    },
  ),
  rule(
    'no-node-in-browser',
    'web, extension and client run in the browser',
    { path: '^(web|extension|shared|client)/src', pathNot: ['\\.test\\.tsx?$', '^web/src/testing/'] },
    { dependencyTypes: ['core'] },
  ),
  rule(
    'browsers-load-small-zod',
    'zod/mini generates no code, which the content security policies of pages and extension forbid, and is smaller',
    { path: '^(web|extension|shared)/src', pathNot: ['\\.test(-d)?\\.tsx?$', '/testing/', '\\.fixture\\.tsx?$'] },
    { path: 'node_modules/zod/(index|v4/classic)', dependencyTypesNot: ['type-only'] },
  ),
];

const web = [
  ...foldersIn('web/src/features').map((feature) =>
    rule(
      `feature-${feature}-is-alone`,
      'a feature never imports another feature',
      { path: `^web/src/features/${feature}/` },
      { path: `^web/src/(features/(?!${feature}/)|app/)` },
    ),
  ),
  rule(
    'profiles-are-read-by-the-server',
    'the server alone reads profile answers: what the browser made of them could differ from what is stored',
    { path: '^web/src/', pathNot: ['\\.test\\.tsx?$', '/testing/'] },
    { path: '^shared/src/linkedin/parse/(parse|merge)-profile\\.ts$', reachable: true },
  ),
  rule(
    'web-lib-is-below',
    'components and lib know no feature',
    { path: '^web/src/(components|lib)/' },
    { path: '^web/src/(features|app)/' },
  ),
];

/** Tests and what serves them alone may look into any module. */
const serverTests = ['\\.test\\.ts$', '/testing/'];

/** The parts of the server, lowest first: folders, modules, and the files beside them that both use. */
const partOrder = JSON.parse(readFileSync(new URL('server/module-order.json', import.meta.url), 'utf8'));
const inParts = (parts) => `^server/src/(${parts.map((part) => part.replace('.', '\\.')).join('|')})(/|$)`;
const modules = foldersIn('server/src/modules');
const folders = foldersIn('server/src').filter((folder) => folder !== 'modules' && folder !== 'testing');

const server = [
  ...[...folders, ...modules.map((module) => `modules/${module}`)]
    .filter((part) => !partOrder.includes(part))
    .map((part) =>
      rule(
        `${part.replace('/', '-')}-has-a-place`,
        'every module and every folder below the modules stands in server/module-order.json',
        { path: inParts([part]) },
        {},
      ),
    ),
  ...partOrder
    .slice(0, -1)
    .map((part, index) =>
      rule(
        `${part.replace('/', '-')}-stands-below`,
        'a part of the server imports only parts below it in server/module-order.json, types too',
        { path: inParts([part]), pathNot: serverTests },
        { path: inParts(partOrder.slice(index + 1)) },
      ),
    ),
  ...modules.map((module) =>
    rule(
      `module-${module}-keeps-its-repositories`,
      "another module's services and readers may be imported, never its repositories or routes",
      { path: `^server/src/modules/(?!${module}/)`, pathNot: serverTests },
      { path: `^server/src/modules/${module}/.*\\.(repository|routes)\\.ts$` },
    ),
  ),
  rule(
    'schema-is-below-modules',
    'every table of the database stands in schema, which knows only columns, other tables, ids of workspaces and the contract',
    { path: '^server/src/schema/', pathNot: serverTests },
    { path: '^server/src/(?!schema/|database/|http/workspace-id\\.ts$)' },
  ),
  rule(
    'server-modules-are-on-top',
    'what modules use knows none of them; app.ts and run-server.ts put them together',
    { path: '^server/src/', pathNot: ['^server/src/modules/', '^server/src/(app|run-server)\\.ts$', ...serverTests] },
    { path: '^server/src/modules/' },
  ),
  rule(
    'routes-call-services',
    'routes never reach a repository',
    { path: '\\.routes\\.ts$' },
    { path: ['\\.repository\\.ts$', '\\.table\\.ts$'] },
  ),
  rule(
    'sources-know-no-database',
    'adapters and readers of open sources ask publishers; what they answer is stored by modules',
    { path: '^server/src/(open-)?sources/', pathNot: serverTests },
    { path: ['^server/src/database/', 'node_modules/(drizzle-orm|pg)/'] },
  ),
  rule(
    'trends-is-alone',
    'the trend engine needs no other part of the server, and no package',
    { path: '^server/src/trends/', pathNot: '\\.test\\.ts$' },
    { path: '^(server/src/(?!trends/)|shared/|node_modules/)' },
  ),
  rule(
    'services-know-no-http',
    'only routes and plugins know Fastify',
    { path: '\\.(service|repository|table)\\.ts$' },
    { path: 'node_modules/fastify' },
  ),
];

const extension = [
  rule(
    'platform-owns-the-browser',
    'only platform touches webextension-polyfill',
    { path: '^extension/src/(?!platform/)', pathNot: '\\.test\\.ts$' },
    { path: 'webextension-polyfill' },
  ),
  rule(
    'bridge-background-popup-are-apart',
    'bridge, background and popup never import each other',
    { path: '^extension/src/(bridge|background|popup)/' },
    { path: '^extension/src/(bridge|background|popup)/', pathNot: '^extension/src/$1/' },
  ),
  rule(
    'platform-is-below',
    'platform knows nothing above it',
    { path: '^extension/src/platform/' },
    { path: '^extension/src/(bridge|background|popup|entrypoints)/' },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule('no-cycles', 'a cycle hides what depends on what', {}, { circular: true }),
    ...rooms,
    ...web,
    ...server,
    ...extension,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '\\.d\\.ts$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
