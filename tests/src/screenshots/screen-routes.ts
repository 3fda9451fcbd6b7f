/** The routes of the app's screens, read from the router's own list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableNames } from '@leadloom/shared/tables/tables';
import { workspaceRoot } from '../conventions/source-files.ts';

const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8');

type ScreenGroup = 'publicScreens' | 'openScreens' | 'sessionScreens' | 'operatorScreens';

/** @param groups the lists of `screens.tsx`; by default all @returns patterns such as `/table/companies/:id` */
export function screenRoutes(...groups: readonly ScreenGroup[]): readonly string[] {
  const paths = new Map(
    [...read('web/src/lib/paths.ts').matchAll(/^ {2}(\w+): '([^']+)',$/gm)].map(([, name = '', path = '']) => [name, path]),
  );
  const lists = [...read('web/src/app/screens.tsx').matchAll(/^export const (\w+Screens)\b[^=]*= \[(.*?)\];$/gms)];
  const chosen = lists.filter(([, name]) => groups.length === 0 || groups.some((group) => group === name));
  const used = chosen.flatMap(([, , list = '']) =>
    [...list.matchAll(/screen\(paths\.(\w+),/g)].map(([, name = '']) => paths.get(name) ?? name),
  );
  const isOfTables = chosen.some(([, name]) => name === 'sessionScreens');
  return [...used, ...(isOfTables ? tableNames.flatMap((name) => [`/table/${name}`, `/table/${name}/:id`]) : [])];
}

/** Whether a path below /app is one of a route. */
export function isOfRoute(route: string, path: string): boolean {
  return new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
}
