/**
 * `pnpm dev`: the server restarts on change, Vite serves the web app and rebuilds the extension, and the collector runs
 * against a LinkedIn stand-in.
 */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { outboxPath } from '../server/src/modules/outbox/outbox-access.ts';
import { SERVER_NODE_OPTIONS } from '../server/src/process/node-options.ts';
import { openSecrets } from '../server/src/process/secrets-file.ts';
import { root, start, toolEnvironment } from './lib/run.ts';
import { defaultDataDir, openServerKey } from './lib/server-key.ts';

const serverPort = process.env.PORT ?? '3000';
const webPort = process.env.WEB_PORT ?? '5173';
const standInPort = process.env.LINKEDIN_PORT ?? '8443';
const appOrigin = `http://localhost:${webPort}`;
process.env.DATA_DIR ||= defaultDataDir;
const config = readConfig(process.env);
const serverKey = await openServerKey(config);

const children: ChildProcess[] = [];

function launch(command: string, args: readonly string[], environment: Readonly<Record<string, string>>): void {
  const child = start(command, args, { env: toolEnvironment(environment) });
  children.push(child);
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) console.error(`${command} ${args.join(' ')} ended with ${code}`);
    stopAll();
  });
}

let isStopping = false;
function stopAll(): void {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}
process.once('SIGINT', stopAll);
process.once('SIGTERM', stopAll);

launch(process.execPath, [...SERVER_NODE_OPTIONS, '--watch', '--watch-preserve-output', 'server/src/main.ts'], {
  PORT: serverPort,
  PUBLIC_URL: appOrigin,
  DATA_DIR: config.dataDir,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  REGISTRATION: process.env.REGISTRATION ?? 'open',
});
launch('vite', ['--port', webPort, '--strictPort'], { LEADLOOM_TARGET: 'web', PORT: serverPort });
launch('vite', ['--logLevel', 'warn'], {
  LEADLOOM_TARGET: 'extension',
  PUBLIC_URL: appOrigin,
  LEADLOOM_SERVER_KEY: serverKey.publicKey,
  LEADLOOM_PACING: 'off',
  LEADLOOM_EXTENSION_OUT: 'dist/extension-dev',
  EXTENSION_PORT: process.env.EXTENSION_PORT ?? '5174',
});
launch(
  process.execPath,
  ['tests/src/stand-ins/linkedin/run.ts', '--port', standInPort, '--members', '500', '--delay', '150'],
  {},
);

console.log(`
  Web app     ${appOrigin}/app/
  Outbox      ${appOrigin}${outboxPath(await openSecrets(config))}
  Extension   ${join(root, 'dist', 'extension-dev')}
  Stand-in    https://www.linkedin.com, in a Chromium started with
              --host-resolver-rules="MAP www.linkedin.com 127.0.0.1:${standInPort}" --ignore-certificate-errors
              (sign in at https://www.linkedin.com/stand-in/sign-in)
`);
