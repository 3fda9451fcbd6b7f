/** Examples that request a list and then request it again with its ETag: the second response is 304 and free. */
import type { TableName } from '../../tables/tables.ts';
import { type ApiExample, KEY_VARIABLE } from './example.ts';

export function unchangedAnswer(api: string, table: TableName): ApiExample {
  const address = `${api}/table/${table}`;
  return {
    name: `unchanged-${table}`,
    title: 'Fetch only if something has changed',
    operation: 'unchanged',
    code: {
      curl: `for run in 1 2; do
  curl --fail-with-body --silent --show-error \\
    "${address}" \\
    --etag-compare ${table}.etag --etag-save ${table}.etag \\
    --write-out '%{http_code}\\n' --output ${table}.json \\
    --header "Authorization: Bearer $${KEY_VARIABLE}"
done
`,
      typescript: `let etag: string | null = null;
for (const run of [1, 2]) {
  const response: Response = await fetch('${address}', {
    headers: {
      authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
      ...(etag === null ? {} : { 'if-none-match': etag }),
    },
  });
  if (response.status === 304) {
    console.log(\`\${run}: nothing has changed\`);
    continue;
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${response.status} \${answer.code}: \${answer.message}\`);
  etag = response.headers.get('etag');
  console.log(\`\${run}: \${answer.total} rows\`);
}
`,
      python: `import json
import os
import sys
import urllib.error
import urllib.request

ADDRESS = "${address}"

etag = None
for run in (1, 2):
    headers = {"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"}
    if etag is not None:
        headers["If-None-Match"] = etag
    try:
        request = urllib.request.Request(ADDRESS, headers=headers)
        with urllib.request.urlopen(request) as response:
            etag = response.headers["ETag"]
            print(f"{run}: {json.load(response)['total']} rows")
    except urllib.error.HTTPError as error:
        if error.code == 304:
            print(f"{run}: nothing has changed")
            continue
        problem = json.load(error)
        sys.exit(f"{error.code} {problem['code']}: {problem['message']}")
`,
    },
  };
}
