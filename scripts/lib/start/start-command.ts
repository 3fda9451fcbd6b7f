/**
 * The command `pnpm start`: it builds what changed, then becomes the server. The server runs in this process, so that
 * nothing is left behind when it is killed; when only the command that launched it is killed, it stops by itself.
 */
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../../../server/src/config.ts';
import type { SecretRing } from '../../../server/src/crypto/secret-ring.ts';
import { openSecrets } from '../../../server/src/process/secrets-file.ts';
import { StartError } from '../../../server/src/process/start-error.ts';
import { build, extensionBuild, webBuild } from '../builds.ts';
import { root } from '../run.ts';
import { defaultDataDir, openServerKey } from '../server-key.ts';
import { watchLauncher } from '../watch-launcher.ts';
import { describeData } from './describe-data.ts';

/** Resolves once the server answers. When it cannot start, the reason is printed and the process ends. */
export async function startCommand(): Promise<void> {
  try {
    await buildAndServe();
  } catch (error) {
    console.error(
      error instanceof ConfigError || error instanceof StartError
        ? `leadloom: ${error.message}`
        : error instanceof Error
          ? error.message
          : error,
    );
    process.exit(1);
  }
}

async function buildAndServe(): Promise<void> {
  const began = performance.now();
  process.env.DATA_DIR ||= defaultDataDir;
  process.env.LOG_LEVEL ||= 'warn';
  const config = readConfig(process.env);
  watchLauncher(() => process.kill(process.pid, 'SIGTERM'));

  const report = (line: string): void => console.log(`  ${line}`);
  console.log('Leadloom');
  // The extension is built with this server's key, so the key must exist first.
  const key = await openServerKey(config);
  const [, extension] = await Promise.all([
    build(webBuild, report),
    build(extensionBuild(config.publicUrl, key.publicKey), report),
  ]);
  report('server: starting…');
  // Importing the server's entry starts it. If it cannot start, it prints why and ends this process.
  const { ready } = await import('../../../server/src/main.ts');
  await ready.catch(() => new Promise(() => undefined));

  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const secrets = await openSecrets(config);
  const lines = [
    `ready in ${seconds} s`,
    '',
    `App         ${config.publicUrl}/app/`,
    await describeMail(config, secrets),
    `Extension   ${join(root, 'dist', 'extension')}`,
    '            (chrome://extensions → Developer mode → Load unpacked)',
    ...(extension === 'replaced' ? ['            It was rebuilt. If it is already loaded, click Reload.'] : []),
    `            Key ${key.fingerprint}`,
    ...(await describeData(config)),
    ...(config.sampleData ? await describeSample(secrets) : []),
  ];
  console.log(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`);
}

/** The address opens the outbox, so it is shown only to the person who started the server. */
async function describeMail({ smtpUrl, publicUrl }: Config, secrets: SecretRing): Promise<string> {
  if (smtpUrl !== null) return 'Mail        by SMTP';
  const { outboxPath } = await import('../../../server/src/modules/outbox/outbox-access.ts');
  return `Outbox      ${publicUrl}${outboxPath(secrets)}`;
}

async function describeSample(secrets: SecretRing): Promise<string[]> {
  // The module is already loaded by the server.
  const { sampleCredentials } = await import('../../../server/src/modules/sample-data/sample-data.service.ts');
  const { email, password } = sampleCredentials(secrets);
  return [`Sample      sign in as ${email} with ${password} (SAMPLE_DATA=off removes it)`];
}
