/** Examples for one data table: a filtered page, one row, what changed, and a file. */
import type { TableName } from '../../tables/tables.ts';
import { type ApiExample, KEY_VARIABLE } from './example.ts';
import { exampleTitles } from './example-titles.ts';
import { curlGet, patientPythonGet, patientTypescriptGet, pythonGet, typescriptGet } from './get-function.ts';
import { saveFile } from './save-file.ts';
import { tableSample } from './table-samples.ts';

export function listRows(api: string, table: TableName): ApiExample {
  const { filter, fields } = tableSample(table);
  const [shown, other] = fields;
  const [name, value] = filter;
  return {
    name: `list-${table}`,
    title: exampleTitles.list,
    operation: 'list',
    code: {
      curl: curlGet(`${api}/table/${table}`, [`${name}=${value}`, `fields=${shown}`, `fields=${other}`]),
      typescript: `${typescriptGet(api)}
const page = await get('/table/${table}', [
  ['${name}', '${value}'],
  ['fields', '${shown}'],
  ['fields', '${other}'],
]);
for (const row of page.data) console.log(\`\${row.id} \${row.${shown}}\`);
console.log(\`\${page.total} rows in all\`);
`,
      python: `${pythonGet(api)}

page = get("/table/${table}", ${name}="${value}", fields=["${shown}", "${other}"])
for row in page["data"]:
    print(row["id"], row["${shown}"])
print(f"{page['total']} rows in all")
`,
    },
  };
}

/** @param id of an existing row */
export function oneRow(api: string, table: TableName, id: number): ApiExample {
  const [shown] = tableSample(table).fields;
  return {
    name: `one-of-${table}`,
    title: exampleTitles.get,
    operation: 'get',
    code: {
      curl: curlGet(`${api}/table/${table}/${id}`, []),
      typescript: `${typescriptGet(api)}
const { data: row } = await get('/table/${table}/${id}');
console.log(row.${shown}, row.updated_at);
`,
      python: `${pythonGet(api)}

row = get("/table/${table}/${id}")["data"]
print(row["${shown}"], row["updated_at"])
`,
    },
  };
}

export function followChanges(api: string, table: TableName): ApiExample {
  const file = `${table}.version`;
  return {
    name: `changes-${table}`,
    title: exampleTitles.changes,
    operation: 'changes',
    code: {
      curl: `version=$(cat ${file} 2>/dev/null || echo 0)
page=$(curl --fail-with-body --silent --show-error \\
  --get "${api}/table/${table}/changes" \\
  --data "after=$version" --data "per_page=1000" \\
  --header "Authorization: Bearer $${KEY_VARIABLE}") &&
  printf '%s' "$page" | grep -o '"version":[0-9]*' |
  tail -n 1 | cut -d : -f 2 > ${file}
printf '%s\\n' "$page"
`,
      typescript: `import { readFile, writeFile } from 'node:fs/promises';
${patientTypescriptGet(api)}
let version = await readFile('${file}', 'utf8').catch(() => '0');
for (let isEnd = false; !isEnd; ) {
  const page = await get('/table/${table}/changes', [
    ['after', version],
    ['per_page', '1000'],
  ]);
  for (const { id, deleted } of page.data) console.log(\`\${id} \${deleted ? 'deleted' : 'changed'}\`);
  version = String(page.data.at(-1)?.version ?? version);
  await writeFile('${file}', version);
  isEnd = page.next === null;
}
`,
      python: `${patientPythonGet(api)}

try:
    with open("${file}") as file:
        version = int(file.read())
except FileNotFoundError:
    version = 0
while True:
    page = get("/table/${table}/changes", after=version, per_page=1000)
    for change in page["data"]:
        print(change["id"], "deleted" if change.get("deleted") else "changed")
        version = change["version"]
    with open("${file}", "w") as file:
        file.write(str(version))
    if page["next"] is None:
        break
`,
    },
  };
}

export function exportFile(api: string, table: TableName): ApiExample {
  const [name, value] = tableSample(table).filter;
  return {
    name: `export-${table}`,
    title: exampleTitles.export,
    operation: 'export',
    code: saveFile(`${api}/table/${table}/export`, `${table}.csv`, [name, value]),
  };
}
