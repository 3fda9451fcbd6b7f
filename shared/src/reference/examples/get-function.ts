/** How the examples call the API: one function that returns JSON or exits with the server's error message. */
import { KEY_VARIABLE } from './example.ts';

/** @param api base of all addresses, such as `https://leads.example.com/api/v1` */
export function typescriptGet(api: string): string {
  return `const headers = { authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` };

async function get(path: string, parameters: string[][] = []) {
  const address = \`${api}\${path}?\${new URLSearchParams(parameters)}\`;
  const response = await fetch(address, { headers });
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${response.status} \${answer.code}: \${answer.message}\`);
  return answer;
}
`;
}

/** The same, but waits when calls come too fast. */
export function patientTypescriptGet(api: string): string {
  return `import { setTimeout as sleep } from 'node:timers/promises';

const headers = { authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` };

async function get(path: string, parameters: string[][] = []) {
  const address = \`${api}\${path}?\${new URLSearchParams(parameters)}\`;
  for (;;) {
    const response = await fetch(address, { headers });
    const answer = await response.json();
    if (response.ok) return answer;
    const error = \`\${response.status} \${answer.code}: \${answer.message}\`;
    if (answer.code !== 'RATE.LIMITED') throw new Error(error);
    await sleep(1000 * Number(response.headers.get('retry-after')));
  }
}
`;
}

const pythonImports = `import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
`;

const pythonRequest = (api: string) => `
HEADERS = {"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"}


def get(path, **parameters):
    query = urllib.parse.urlencode(parameters, doseq=True)
    address = f"${api}{path}?{query}"
    request = urllib.request.Request(address, headers=HEADERS)
`;

export function pythonGet(api: string): string {
  return `${pythonImports}${pythonRequest(api)}    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit(f"{error.code} {problem['code']}: {problem['message']}")
`;
}

export function patientPythonGet(api: string): string {
  return `${pythonImports.replace('sys\n', 'sys\nimport time\n')}${pythonRequest(api)}    while True:
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if problem["code"] != "RATE.LIMITED":
                sys.exit(f"{error.code} {problem['code']}: {problem['message']}")
            time.sleep(int(error.headers["Retry-After"]))
`;
}

/** @param parameters as `name=value`, one per line of the command */
export function curlGet(address: string, parameters: readonly string[]): string {
  const lines = [
    'curl --fail-with-body --silent --show-error',
    `  ${parameters.length === 0 ? '' : '--get '}"${address}"`,
    ...parameters.map((parameter) => `  --data-urlencode "${parameter}"`),
    `  --header "Authorization: Bearer $${KEY_VARIABLE}"`,
  ];
  return `${lines.join(' \\\n')}\n`;
}
