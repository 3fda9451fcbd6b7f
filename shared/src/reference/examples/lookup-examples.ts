/** Examples that look up filter values and the cost of an export. */
import type { TableName } from '../../tables/tables.ts';
import { tableByName } from '../../tables/tables.ts';
import type { ApiExample } from './example.ts';
import { exampleTitles, suggestedFilter } from './example-titles.ts';
import { curlGet, pythonGet, typescriptGet } from './get-function.ts';
import { tableSample } from './table-samples.ts';

/** Lookups by operation: the path, and the start of a value. */
const lookups = {
  searchTopics: ['/search/shopify/topics', 'fa'],
  searchSubreddits: ['/reddit/search/subreddit', 'sa'],
  searchTikTokUsers: ['/tiktok/search/unique-id', 'sa'],
  searchHashtags: ['/tiktok/search/hashtag', 'sm'],
} as const;
export type LookupOperation = keyof typeof lookups;
export const lookupOperations = ['searchTopics', 'searchSubreddits', 'searchTikTokUsers', 'searchHashtags'] as const;

export function lookUp(api: string, operation: LookupOperation): ApiExample {
  const [path, beginning] = lookups[operation];
  return valuesThatBegin(api, { name: path.slice(1).replaceAll('/', '-'), operation, path, parameters: [['q', beginning]] });
}

/** The example of suggestions; null: no filter of the table has any. */
export function suggestValues(api: string, table: TableName): ApiExample | null {
  const filter = suggestedFilter(tableByName(table));
  if (filter === null) return null;
  const parameters = [
    ['filter', filter],
    ['q', 's'],
  ] as const;
  return valuesThatBegin(api, { name: `suggest-${table}`, operation: 'suggest', path: `/table/${table}/suggest`, parameters });
}

interface Question {
  readonly name: string;
  readonly operation: string;
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

function valuesThatBegin(api: string, { name, operation, path, parameters }: Question): ApiExample {
  const lines = parameters.map(([parameter, value]) => `\n  ['${parameter}', '${value}'],`);
  const named = parameters.map(([parameter, value]) => `${parameter}="${value}"`);
  return {
    name,
    title: exampleTitles.suggest,
    operation,
    code: {
      curl: curlGet(
        `${api}${path}`,
        parameters.map(([parameter, value]) => `${parameter}=${value}`),
      ),
      typescript: `${typescriptGet(api)}
const values = await get('${path}', [${lines.join('')}
]);
for (const { name } of values) console.log(name);
console.log(\`\${values.length} values\`);
`,
      python: `${pythonGet(api)}

values = get("${path}", ${named.join(', ')})
for value in values:
    print(value["name"])
print(f"{len(values)} values")
`,
    },
  };
}

export function listOptions(api: string, table: TableName): ApiExample {
  return {
    name: `options-of-${table}`,
    title: exampleTitles.options,
    operation: 'options',
    code: {
      curl: curlGet(`${api}/table/${table}/options`, []),
      typescript: `${typescriptGet(api)}
const options: Record<string, string[]> = await get('/table/${table}/options');
for (const [filter, values] of Object.entries(options)) {
  console.log(\`\${filter}: \${values.length} values, such as \${values[0]}\`);
}
`,
      python: `${pythonGet(api)}

for name, values in get("/table/${table}/options").items():
    print(f"{name}: {len(values)} values, such as {next(iter(values), None)}")
`,
    },
  };
}

export function previewFile(api: string, table: TableName): ApiExample {
  const [name, value] = tableSample(table).filter;
  return {
    name: `preview-${table}`,
    title: exampleTitles.previewExport,
    operation: 'previewExport',
    code: {
      curl: curlGet(`${api}/table/${table}/export/preview`, [`${name}=${value}`]),
      typescript: `${typescriptGet(api)}
const { rows, already_exported } = await get('/table/${table}/export/preview', [
  ['${name}', '${value}'],
]);
console.log(\`\${rows} rows, \${already_exported} of them exported this month already\`);
`,
      python: `${pythonGet(api)}

preview = get("/table/${table}/export/preview", ${name}="${value}")
print(f"{preview['rows']} rows, {preview['already_exported']} of them exported this month already")
`,
    },
  };
}
