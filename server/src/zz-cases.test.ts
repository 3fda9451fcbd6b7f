import { spawn } from 'node:child_process';
import { createVerifiedAccount } from './testing/accounts.ts';
import { createOperator, operatorSettings } from './testing/operator.fixture.ts';
import { startTestServer } from './testing/test-server.ts';
import { it } from 'vitest';
it('cases', async () => {
  const token = 'operator-token-for-cases-0123456789';
  const server = await startTestServer({ environment: { ...operatorSettings, OPERATOR_TOKEN: token } });
  const operator = await createOperator(server);
  const person = await createVerifiedAccount(server);
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const code = await new Promise((resolve) => {
    const child = spawn('python3', ['/work/shared/reference/import-cases/_check.py'], { env: { ...process.env, LEADLOOM: address, OPERATOR_TOKEN: token, SESSION: person.accessToken, OPERATOR_SESSION: operator.accessToken }, stdio: 'inherit' });
    child.on('close', resolve);
  });
  console.log(code);
  await server.close();
}, 300_000);
