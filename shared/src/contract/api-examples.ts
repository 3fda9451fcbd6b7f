/**
 * A first call of the data API in three languages, as the article shows it. Plain data: a test runs each
 * against a server, so what is shown is what works.
 */

/** Where each example reads the key from. */
export const KEY_VARIABLE = 'LEADLOOM_API_KEY';

export type ExampleLanguage = 'curl' | 'typescript' | 'python';

export interface ApiExample {
  readonly language: ExampleLanguage;
  readonly label: string;
  /** How the program is run, once it is saved under this file's name; null: typed as it is. */
  readonly run: string | null;
  readonly code: string;
}

/** @param origin of the server, such as `https://leads.example.com` */
export function apiExamples(origin: string): readonly ApiExample[] {
  const address = `${origin}/api/v1/usage`;
  return [
    {
      language: 'curl',
      label: 'curl',
      run: null,
      code: `curl --fail-with-body "${address}" \\
  --header "Authorization: Bearer $${KEY_VARIABLE}"
`,
    },
    {
      language: 'typescript',
      label: 'TypeScript',
      run: 'node usage.mts',
      code: `const response = await fetch('${address}', {
  headers: { authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` },
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${response.status} \${answer.code}: \${answer.message}\`);

const limit = answer.request_limit ?? 'unlimited';
console.log(\`\${answer.request_count} of \${limit} requests used this month\`);
console.log(\`\${response.headers.get('x-ratelimit-remaining')} more calls in this minute\`);
`,
    },
    {
      language: 'python',
      label: 'Python',
      run: 'python3 usage.py',
      code: `import json
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
  ];
}
