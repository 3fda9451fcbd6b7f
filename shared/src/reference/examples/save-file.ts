/** Examples that stream a response to a file. */
import { type ApiExample, KEY_VARIABLE } from './example.ts';

/** @param parameter null: none */
export function saveFile(
  address: string,
  file: string,
  parameter: readonly [name: string, value: string] | null,
): ApiExample['code'] {
  const whole = parameter === null ? address : `${address}?${parameter[0]}=${encodeURIComponent(parameter[1])}`;
  const asked =
    parameter === null ? `"${address}"` : `--get "${address}" \\\n  --data-urlencode "${parameter[0]}=${parameter[1]}"`;
  return {
    curl: `curl --fail --silent --show-error \\
  ${asked} \\
  --output "${file}" \\
  --header "Authorization: Bearer $${KEY_VARIABLE}"
`,
    typescript: `import { writeFile } from 'node:fs/promises';

const address = '${whole}';
const response = await fetch(address, {
  headers: { authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` },
});
if (!response.ok || response.body === null) {
  const problem = await response.json();
  throw new Error(\`\${response.status} \${problem.code}: \${problem.message}\`);
}
await writeFile('${file}', response.body);
console.log('Written to ${file}');
`,
    python: `import json
import os
import shutil
import sys
import urllib.error
import urllib.request

request = urllib.request.Request(
    "${whole}",
    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"},
)
try:
    with urllib.request.urlopen(request) as response, open("${file}", "wb") as file:
        shutil.copyfileobj(response, file)
except urllib.error.HTTPError as error:
    problem = json.load(error)
    sys.exit(f"{error.code} {problem['code']}: {problem['message']}")
print("Written to ${file}")
`,
  };
}
