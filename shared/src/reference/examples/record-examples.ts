/** Examples of further data about one row. */
import type { TableName } from '../../tables/tables.ts';
import type { ApiExample } from './example.ts';
import { exampleTitles } from './example-titles.ts';
import { curlGet, pythonGet, typescriptGet } from './get-function.ts';

/** @param id of an existing row */
export function relatedRows(api: string, table: TableName, id: number): ApiExample {
  return {
    name: `related-to-${table}`,
    title: exampleTitles.related,
    operation: 'related',
    code: {
      curl: curlGet(`${api}/table/${table}/${id}/related`, []),
      typescript: `${typescriptGet(api)}
const { data: groups } = await get('/table/${table}/${id}/related');
for (const group of groups) console.log(\`\${group.title}: \${group.total}\`);
console.log(\`\${groups.length} groups\`);
`,
      python: `${pythonGet(api)}

groups = get("/table/${table}/${id}/related")["data"]
for group in groups:
    print(f"{group['title']}: {group['total']}")
print(f"{len(groups)} groups")
`,
    },
  };
}

/** @param id of an existing row */
export function rowHistory(api: string, table: TableName, id: number): ApiExample {
  return {
    name: `history-of-${table}`,
    title: exampleTitles.history,
    operation: 'history',
    code: {
      curl: curlGet(`${api}/table/${table}/${id}/history`, []),
      typescript: `${typescriptGet(api)}
const { data: entries } = await get('/table/${table}/${id}/history');
for (const { at, by, changes } of entries) {
  const fields = changes.map(({ field }: { field: string }) => field).join(', ');
  console.log(at, by.label, fields || 'added');
}
console.log(\`\${entries.length} entries\`);
`,
      python: `${pythonGet(api)}

entries = get("/table/${table}/${id}/history")["data"]
for entry in entries:
    fields = ", ".join(change["field"] for change in entry["changes"])
    print(entry["at"], entry["by"]["label"], fields or "added")
print(f"{len(entries)} entries")
`,
    },
  };
}

/** @param id of an existing row */
export function rowSources(api: string, table: TableName, id: number): ApiExample {
  return {
    name: `sources-of-${table}`,
    title: exampleTitles.sources,
    operation: 'sources',
    code: {
      curl: curlGet(`${api}/table/${table}/${id}/sources`, []),
      typescript: `${typescriptGet(api)}
const { data: sources } = await get('/table/${table}/${id}/sources');
for (const { title, as_of, fields, url } of sources) {
  console.log(title, as_of, fields.join(', '), url);
}
console.log(\`\${sources.length} sources\`);
`,
      python: `${pythonGet(api)}

sources = get("/table/${table}/${id}/sources")["data"]
for source in sources:
    print(source["title"], source["as_of"], ", ".join(source["fields"]), source["url"])
print(f"{len(sources)} sources")
`,
    },
  };
}
