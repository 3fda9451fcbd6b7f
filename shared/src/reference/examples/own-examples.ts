/** Examples of the account's own data. */
import type { ApiExample } from './example.ts';
import { exampleTitles } from './example-titles.ts';
import { curlGet, pythonGet, typescriptGet } from './get-function.ts';
import { saveFile } from './save-file.ts';

export function listOwnProfiles(api: string): ApiExample {
  return {
    name: 'profiles',
    title: exampleTitles.listProfiles,
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
    title: exampleTitles.getProfile,
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
    title: exampleTitles.exportTrends,
    operation: 'exportTrends',
    code: saveFile(`${api}/tiktok/trends/export`, 'trends.csv', null),
  };
}

/** The example that saves a file, whose address is on the screen of scheduled exports. */
export function saveExportFile(api: string): ApiExample {
  return {
    name: 'export-file',
    title: exampleTitles.downloadExportFile,
    operation: 'downloadExportFile',
    code: saveFile(`${api}/scheduled-exports/1/files/1`, 'companies.csv', null),
  };
}

export function listOwnTrends(api: string): ApiExample {
  return {
    name: 'trends',
    title: exampleTitles.listTrends,
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
