/**
 * A Firefox without a window, driven by its own protocol (Marionette): one JSON message after the other over TCP, each with
 * its length in front. It is used by the tests of the package for Firefox where a Firefox is installed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export interface Firefox {
  /** @throws with Firefox's own words when it refuses the command */
  send(command: string, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): Promise<void>;
}

type Preference = string | number | boolean;

const PORT_FILE = 'MarionetteActivePort';
const START_LIMIT_MS = 60_000;
const responseSchema = z.tuple([z.literal(1), z.int(), z.unknown(), z.unknown()]);

/** @returns the program; null if none is installed */
export async function findFirefox(): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const programs = ['firefox', 'firefox-esr'].flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const program of [process.env.FIREFOX_PATH ?? '', ...programs]) {
    if (program === '') continue;
    const isThere = await access(program).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return null;
}

/** @param profile an empty folder @param preferences as in about:config */
export async function startFirefox(
  program: string,
  profile: string,
  preferences: Readonly<Record<string, Preference>>,
): Promise<Firefox> {
  const all = { 'marionette.port': 0, 'app.update.disabledForTesting': true, ...preferences };
  const lines = Object.entries(all).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    program,
    ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile],
    { stdio: 'ignore', env: { ...process.env, HOME: profile } },
  );
  try {
    const socket = connect(await readPort(profile, child), '127.0.0.1');
    const driver = createDriver(socket);
    await driver.send('WebDriver:NewSession', { acceptInsecureCerts: true });
    return {
      send: driver.send,
      close: async () => {
        socket.destroy();
        await end(child);
      },
    };
  } catch (error) {
    await end(child);
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGKILL');
  await promise;
}

/** Firefox writes it into its profile once it listens. */
async function readPort(profile: string, child: ChildProcess): Promise<number> {
  const until = Date.now() + START_LIMIT_MS;
  while (Date.now() < until && child.exitCode === null) {
    const text = await readFile(join(profile, PORT_FILE), 'utf8').catch(() => '');
    if (/^\d+$/.test(text.trim())) return Number(text);
    await sleep(100);
  }
  throw new Error('Firefox did not start.');
}

function createDriver(socket: Socket): Pick<Firefox, 'send'> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received = Buffer.alloc(0);
  let lastId = 0;

  function take(): void {
    for (;;) {
      const colon = received.indexOf(':');
      const length = Number(received.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || received.length < colon + 1 + length) return;
      const text = received.subarray(colon + 1, colon + 1 + length).toString();
      received = received.subarray(colon + 1 + length);
      // The first message introduces Firefox and answers nothing.
      const response = responseSchema.safeParse(JSON.parse(text));
      if (!response.success) continue;
      const [, id, error, result] = response.data;
      const answer = waiting.get(id);
      waiting.delete(id);
      if (error === null) answer?.resolve(result);
      else answer?.reject(new Error(JSON.stringify(error)));
    }
  }

  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    take();
  });
  const fail = (): void => {
    for (const answer of waiting.values()) answer.reject(new Error('Firefox ended.'));
    waiting.clear();
  };
  socket.on('error', fail);
  socket.on('close', fail);
  return {
    send(command, parameters = {}) {
      const id = ++lastId;
      const text = JSON.stringify([0, id, command, parameters]);
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
      return answer.promise;
    },
  };
}
