/** Examples beyond the tables: usage, deletions, the account's own data, and conditional requests. */
import { type ApiExample, KEY_VARIABLE } from './example.ts';
import { curlGet, patientPythonGet, patientTypescriptGet, pythonGet, typescriptGet } from './get-function.ts';
import { saveFile } from './save-file.ts';

export function readUsage(api: string): ApiExample {
  const address = `${api}/usage`;
  return {
    name: 'usage',
    title: 'Usage this month',
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

/** Each program stores its position in a file, so that the next run continues there. */
export function followDeletions(api: string): ApiExample {
  return {
    name: 'deleted',
    title: 'Rows deleted since the last run',
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

export function listOwnProfiles(api: string): ApiExample {
  return {
    name: 'profiles',
    title: 'Collected profiles with an email address',
    operation: 'listProfiles',
    code: {
      curl: curlGet(`${api}/linkedin/users`, ['with_email=true']),
      typescript: `${typescriptGet(api)}
const { data, total } = await get('/linkedin/users', [['with_email', 'true']]);
for (const profile of data) console.log(\`\${profile.full_name} <\${profile.email}>\`);
console.log(\`\${total} profiles in all\`);
`,
      python: `${pythonGet(api)}

answer = get("/linkedin/users", with_email="true")
for profile in answer["data"]:
    print(f"{profile['full_name']} <{profile['email']}>")
print(f"{answer['total']} profiles in all")
`,
    },
  };
}

/** @param id of an existing profile */
export function oneProfile(api: string, id: string): ApiExample {
  return {
    name: 'profile',
    title: 'One profile by its id',
    operation: 'getProfile',
    code: {
      curl: curlGet(`${api}/linkedin/users/${id}`, []),
      typescript: `${typescriptGet(api)}
const { profile } = await get('/linkedin/users/${id}');
console.log(profile.full_name, profile.headline);
`,
      python: `${pythonGet(api)}

profile = get("/linkedin/users/${id}")["profile"]
print(profile["full_name"], profile["headline"])
`,
    },
  };
}

export function saveOwnTrends(api: string): ApiExample {
  return {
    name: 'trend-videos',
    title: 'Videos of all trends as a file',
    operation: 'exportTrends',
    code: saveFile(`${api}/tiktok/trends/export`, 'trends.csv', null),
  };
}

/** Its address is on the screen of scheduled exports. */
export function saveExportFile(api: string): ApiExample {
  return {
    name: 'export-file',
    title: 'A file of a scheduled export',
    operation: 'downloadExportFile',
    code: saveFile(`${api}/scheduled-exports/1/files/1`, 'companies.csv', null),
  };
}

export function listOwnTrends(api: string): ApiExample {
  return {
    name: 'trends',
    title: 'Trends of tracked users',
    operation: 'listTrends',
    code: {
      curl: curlGet(`${api}/tiktok/trends`, []),
      typescript: `${typescriptGet(api)}
const trends = await get('/tiktok/trends');
for (const trend of trends) {
  console.log(\`\${trend.trend_name ?? 'unnamed'}: \${trend.number_of_videos_in_trend} videos\`);
}
console.log(\`\${trends.length} trends in all\`);
`,
      python: `${pythonGet(api)}

trends = get("/tiktok/trends")
for trend in trends:
    print(f"{trend['trend_name'] or 'unnamed'}: {trend['number_of_videos_in_trend']} videos")
print(f"{len(trends)} trends in all")
`,
    },
  };
}
