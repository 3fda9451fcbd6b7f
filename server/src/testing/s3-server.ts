/** An S3-compatible store on loopback with one bucket. It checks signatures, and keeps its objects on disk. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';

/** What the tests use of `@20minutes/s3rver`, which has no types. */
interface Store {
  run(): Promise<unknown>;
  close(): Promise<void>;
}
type StoreClass = new (options: Readonly<Record<string, unknown>>) => Store;

const addressSchema = z.object({ port: z.number() });
const OBJECT = '._S3rver_object';

export interface TestStore {
  /** What a destination of the kind `s3` needs. */
  readonly settings: {
    readonly kind: 's3';
    readonly endpoint: string;
    readonly region: string;
    readonly bucket: string;
    readonly access_key_id: string;
    readonly secret_access_key: string;
    readonly path_style: true;
  };
  /** The keys of all objects, in order. */
  keys(): Promise<readonly string[]>;
  read(key: string): Promise<Buffer>;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'leadloom-s3-'));
  const bucket = 'exports';
  const Store: StoreClass = createRequire(import.meta.url)('@20minutes/s3rver');
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false };
  const store = new Store({ ...options, configureBuckets: [{ name: bucket }] });
  const { port } = addressSchema.parse(await store.run());
  const home = join(directory, bucket);
  return {
    settings: {
      ...{ kind: 's3', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket, path_style: true },
      // The only pair of keys that the store knows.
      ...{ access_key_id: 'S3RVER', secret_access_key: 'S3RVER' },
    },
    async keys() {
      const files = await readdir(home, { recursive: true, withFileTypes: true });
      return files
        .flatMap((file) => (file.name.endsWith(OBJECT) ? [relative(home, join(file.parentPath, file.name))] : []))
        .map((path) => path.slice(0, -OBJECT.length))
        .sort();
    },
    read: (key) => readFile(join(home, `${key}${OBJECT}`)),
    async close() {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
