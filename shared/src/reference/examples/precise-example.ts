/** Examples that ask with operators: not, from a number on, and an expression. */
import type { ApiExample } from './example.ts';
import { curlGet, pythonGet, typescriptGet } from './get-function.ts';

const FILTERS = [
  ['country_not', 'Germany'],
  ['employee_count_from', '50'],
  ['where', 'revenue > 10 or employee_count between 50 and 200'],
] as const;

export function askPrecisely(api: string): ApiExample {
  return {
    name: 'precise-companies',
    title: 'Rows by operators',
    operation: 'precise',
    code: {
      curl: curlGet(
        `${api}/table/companies`,
        FILTERS.map(([name, value]) => `${name}=${value}`),
      ),
      typescript: `${typescriptGet(api)}
const page = await get('/table/companies', [
${FILTERS.map(([name, value]) => `  ['${name}', '${value}'],\n`).join('')}]);
for (const row of page.data) console.log(\`\${row.id} \${row.name}\`);
console.log(\`\${page.total} rows in all\`);
`,
      python: `${pythonGet(api)}

page = get(
    "/table/companies",
${FILTERS.map(([name, value]) => `    ${name}="${value}",\n`).join('')})
for row in page["data"]:
    print(row["id"], row["name"])
print(f"{page['total']} rows in all")
`,
    },
  };
}
