/** Examples that count rows of a table, or collected profiles: all that match, and beside their values. */
import { dimensionsOf } from '../../tables/dimensions.ts';
import { type TableName, tableByName } from '../../tables/tables.ts';
import type { ApiExample } from './example.ts';
import { exampleTitles } from './example-titles.ts';
import { curlGet, pythonGet, typescriptGet } from './get-function.ts';
import { tableSample } from './table-samples.ts';

export function countRows(api: string, table: TableName): ApiExample {
  const path = `/table/${table}/total`;
  const [name, value] = tableSample(table).filter;
  return {
    name: `total-of-${table}`,
    title: exampleTitles.total,
    operation: 'total',
    code: {
      curl: curlGet(`${api}${path}`, [`${name}=${value}`]),
      typescript: `${typescriptGet(api)}
const { total } = await get('${path}', [
  ['${name}', '${value}'],
]);
console.log(\`\${total} rows\`);
`,
      python: `${pythonGet(api)}

total = get("${path}", ${name}="${value}")["total"]
print(f"{total} rows")
`,
    },
  };
}

export function countValues(api: string, table: TableName): ApiExample {
  const path = `/table/${table}/facets`;
  return {
    name: `facets-of-${table}`,
    title: exampleTitles.facets,
    operation: 'facets',
    ...counting(api, path, countedBy(table)),
  };
}

export function countProfiles(api: string): ApiExample {
  const [path, operation] = ['/linkedin/users/facets', 'listProfileFacets'] as const;
  return { name: 'facets-of-profiles', title: exampleTitles[operation], operation, ...counting(api, path, 'country') };
}

function counting(api: string, path: string, dimension: string): Pick<ApiExample, 'code'> {
  return {
    code: {
      curl: curlGet(`${api}${path}`, [`of=${dimension}`]),
      typescript: `${typescriptGet(api)}
const { data, total } = await get('${path}', [
  ['of', '${dimension}'],
]);
for (const { value, count } of data[0].values) console.log(\`\${value}: \${count}\`);
console.log(\`\${total} rows, \${data[0].blank} of them without a value\`);
`,
      python: `${pythonGet(api)}

facets = get("${path}", of="${dimension}")
facet = facets["data"][0]
for value in facet["values"]:
    print(f"{value['value']}: {value['count']}")
print(f"{facets['total']} rows, {facet['blank']} of them without a value")
`,
    },
  };
}

export function summarizeRows(api: string, table: TableName): ApiExample {
  const path = `/table/${table}/summary`;
  const code = summarizing(api, path, countedBy(table));
  return { name: `summary-of-${table}`, title: exampleTitles.summary, operation: 'summary', ...code };
}

export function summarizeProfiles(api: string): ApiExample {
  const [path, operation] = ['/linkedin/users/summary', 'summarizeProfiles'] as const;
  return { name: 'summary-of-profiles', title: exampleTitles[operation], operation, ...summarizing(api, path, 'country') };
}

function summarizing(api: string, path: string, dimension: string): Pick<ApiExample, 'code'> {
  return {
    code: {
      curl: curlGet(`${api}${path}`, [`by=${dimension}`, 'measure=count']),
      typescript: `${typescriptGet(api)}
const { data, other } = await get('${path}', [
  ['by', '${dimension}'],
  ['measure', 'count'],
]);
for (const { by, value } of data) console.log(\`\${by[0] ?? 'blank'}: \${value}\`);
console.log(\`\${other} rows with other values\`);
`,
      python: `${pythonGet(api)}

summary = get("${path}", by="${dimension}", measure="count")
for cell in summary["data"]:
    print(f"{cell['by'][0] or 'blank'}: {cell['value']}")
print(f"{summary['other']} rows with other values")
`,
    },
  };
}

/** A dimension whose pieces are texts. */
function countedBy(table: TableName): string {
  const dimensions = [...dimensionsOf(tableByName(table)).values()];
  return (dimensions.find(({ pieces }) => pieces.kind === 'values') ?? dimensions[0])?.name ?? '';
}
