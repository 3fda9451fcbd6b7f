/** An example of the typed client, shown in the article and in its README. A test runs it. */
import { KEY_VARIABLE } from './example.ts';

/** @param origin of the server, such as `https://leads.example.com` */
export function clientExample(origin: string): string {
  return `import { ApiError, createClient } from '@leadloom/client';

const client = createClient({
  origin: '${origin}',
  apiKey: process.env.${KEY_VARIABLE} ?? '',
});

try {
  const companies = client.tables.companies.walk({
    employee_count: ['10-50', '50-200'],
    fields: ['name', 'website'],
  });
  for await (const { id, name, website } of companies) console.log(id, name, website);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(\`\${error.status} \${error.code}: \${error.message}\`);
  process.exitCode = 1;
}
`;
}
