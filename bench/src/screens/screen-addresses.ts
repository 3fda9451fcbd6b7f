/** The addresses of every screen in the web app's list, with something in the place of each parameter. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tableNames } from '@leadloom/shared/tables/tables';
import { root } from '../../../scripts/lib/run.ts';
import { paths, recordPath, tablePath } from '../../../web/src/lib/paths.ts';

export interface Address {
  readonly path: string;
  readonly isTable: boolean;
}

export interface Addresses {
  readonly public: readonly Address[];
  readonly signedIn: readonly Address[];
  readonly operator: readonly Address[];
}

const plain = (path: string): Address => ({ path: `/app${path.replace(/:\w+/g, '1')}`, isTable: false });
const isNamed = (name: string): name is keyof typeof paths => Object.hasOwn(paths, name);

/** @throws when the list has another form than is known here */
export async function addressesOf(): Promise<Addresses> {
  const source = await readFile(join(root, 'web/src/app/screens.tsx'), 'utf8');
  const listOf = (name: string): readonly Address[] => {
    const list = new RegExp(`export const ${name}: readonly Screen\\[\\] = \\[([\\s\\S]*?)\\];`).exec(source)?.[1];
    const names = [...(list ?? '').matchAll(/\bscreen\(paths\.(\w+),/g)].map(([, found = '']) => found);
    if (names.length === 0) throw new Error(`screens.tsx has no list ${name}`);
    return names.map((found) => {
      if (!isNamed(found)) throw new Error(`there is no path ${found}`);
      return plain(paths[found]);
    });
  };
  return {
    public: [...listOf('publicScreens'), ...listOf('openScreens')],
    signedIn: [
      ...listOf('sessionScreens'),
      ...tableNames.map((name) => ({ path: `/app${tablePath(name)}`, isTable: true })),
      plain(recordPath('companies', 1)),
    ],
    operator: listOf('operatorScreens'),
  };
}
