/** Examples beyond the tables that the article's guides show: usage and deletions. */
import { type ApiExample, KEY_VARIABLE } from './example.ts';
import { exampleTitles } from './example-titles.ts';
import { patientPythonGet, patientTypescriptGet } from './get-function.ts';

export function readUsage(api: string): ApiExample {
  const address = `${api}/usage`;
  return {
    name: 'usage',
    title: exampleTitles.getUsage,
    operation: 'getUsage',
    code: {
      curl: `curl --fail-with-body "${address}" \\
  --header "Authorization: Bearer $${KEY_VARIABLE}"
`,
      typescript: `const response = await fetch('${address}', {
  headers: { authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` },
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${response.status} \${answer.code}: \${answer.message}\`);

const limit = answer.request_limit ?? 'unlimited';
console.log(\`\${answer.request_count} of \${limit} requests used this month\`);
console.log(\`\${response.headers.get('x-ratelimit-remaining')} more calls in this minute\`);
`,
      python: `import json
import os
import sys
import urllib.error
import urllib.request

request = urllib.request.Request(
    "${address}",
    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"},
)
try:
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
        remaining = response.headers["X-RateLimit-Remaining"]
except urllib.error.HTTPError as error:
    problem = json.load(error)
    sys.exit(f"{error.code} {problem['code']}: {problem['message']}")

limit = "unlimited" if answer["request_limit"] is None else answer["request_limit"]
print(f"{answer['request_count']} of {limit} requests used this month")
print(f"{remaining} more calls in this minute")
`,
    },
  };
}

/** The programs that follow deletions. Each stores its position in a file, so that the next run continues there. */
export function followDeletions(api: string): ApiExample {
  return {
    name: 'deleted',
    title: exampleTitles.listDeletedRows,
    operation: 'listDeletedRows',
    code: {
      curl: `position=$(cat deleted.cursor 2>/dev/null)
page=$(curl --fail-with-body --silent --show-error \\
  --get "${api}/deleted" --data-urlencode "cursor=$position" \\
  --header "Authorization: Bearer $${KEY_VARIABLE}") &&
  printf '%s' "$page" | sed -n 's/.*"cursor":"\\([^"]*\\)".*/\\1/p' > deleted.cursor
printf '%s\\n' "$page"
`,
      typescript: `import { readFile, writeFile } from 'node:fs/promises';
${patientTypescriptGet(api)}
let position: string | null = await readFile('deleted.cursor', 'utf8').catch(() => '');
while (position !== null) {
  const page = await get('/deleted', [['cursor', position]]);
  for (const { table, id, reason } of page.data) console.log(\`\${table} \${id} \${reason}\`);
  await writeFile('deleted.cursor', page.cursor);
  position = page.next_cursor;
}
`,
      python: `${patientPythonGet(api)}

try:
    with open("deleted.cursor") as file:
        position = file.read()
except FileNotFoundError:
    position = ""
while position is not None:
    page = get("/deleted", cursor=position)
    for row in page["data"]:
        print(row["table"], row["id"], row["reason"])
    with open("deleted.cursor", "w") as file:
        file.write(page["cursor"])
    position = page["next_cursor"]
`,
    },
  };
}
