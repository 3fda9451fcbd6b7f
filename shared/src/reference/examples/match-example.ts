/** An example of finding rows for lines of one's own. */
import { type ApiExample, KEY_VARIABLE } from './example.ts';
import { exampleTitles } from './example-titles.ts';

export function matchLines(api: string): ApiExample {
  const address = `${api}/match`;
  return {
    name: 'match',
    title: exampleTitles.matchRows,
    operation: 'matchRows',
    code: {
      curl: `curl --fail-with-body --silent --show-error \\
  "${address}" \\
  --header "Authorization: Bearer $${KEY_VARIABLE}" \\
  --json '{"table": "companies", "rows": [{"domain": "acme.example"}, {"name": "Acme"}]}'
`,
      typescript: `const response = await fetch('${address}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    table: 'companies',
    rows: [{ domain: 'acme.example' }, { name: 'Acme' }],
  }),
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${response.status} \${answer.code}: \${answer.message}\`);

for (const { row, id, by, candidates } of answer.data) {
  console.log(row, id === null ? \`\${candidates.length} candidates\` : \`\${id} by \${by}\`);
}
`,
      python: `import json
import os
import sys
import urllib.error
import urllib.request

rows = [{"domain": "acme.example"}, {"name": "Acme"}]
request = urllib.request.Request(
    "${address}",
    data=json.dumps({"table": "companies", "rows": rows}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",
        "Content-Type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
except urllib.error.HTTPError as error:
    problem = json.load(error)
    sys.exit(f"{error.code} {problem['code']}: {problem['message']}")

for line in answer["data"]:
    found = f"{line['id']} by {line['by']}"
    print(line["row"], f"{len(line['candidates'])} candidates" if line["id"] is None else found)
`,
    },
  };
}
