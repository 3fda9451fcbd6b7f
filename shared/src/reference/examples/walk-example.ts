import type { TableName } from '../../tables/tables.ts';
import { type ApiExample, KEY_VARIABLE } from './example.ts';
import { patientPythonGet, patientTypescriptGet } from './get-function.ts';
import { tableSample } from './table-samples.ts';

export function walkRows(api: string, table: TableName): ApiExample {
  const [shown] = tableSample(table).fields;
  return {
    name: `all-${table}`,
    title: 'All rows, page by page',
    operation: 'walk',
    code: {
      curl: `cursor=""
while page=$(curl --fail --silent --show-error \\
  --get "${api}/table/${table}" --data-urlencode "cursor=$cursor" \\
  --data "per_page=100" --data "include_total=false" \\
  --retry 5 --retry-max-time 120 \\
  --header "Authorization: Bearer $${KEY_VARIABLE}")
do
  printf '%s\\n' "$page"
  cursor=$(printf '%s' "$page" | sed -n 's/.*"next_cursor":"\\([^"]*\\)".*/\\1/p')
  if [ -z "$cursor" ]; then break; fi
done
`,
      typescript: `${patientTypescriptGet(api)}
let cursor: string | null = '';
let count = 0;
while (cursor !== null) {
  const page = await get('/table/${table}', [
    ['cursor', cursor],
    ['per_page', '100'],
    ['include_total', 'false'],
    ['fields', '${shown}'],
  ]);
  for (const row of page.data) console.log(\`\${row.id} \${row.${shown}}\`);
  count += page.data.length;
  cursor = page.next_cursor;
}
console.log(\`\${count} rows in all\`);
`,
      python: `${patientPythonGet(api)}

cursor, count = "", 0
wanted = {"per_page": 100, "include_total": "false", "fields": "${shown}"}
while cursor is not None:
    page = get("/table/${table}", cursor=cursor, **wanted)
    for row in page["data"]:
        print(row["id"], row["${shown}"])
    count += len(page["data"])
    cursor = page["next_cursor"]
print(f"{count} rows in all")
`,
    },
  };
}
