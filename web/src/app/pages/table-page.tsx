/** One page for the seven tables; which one is told by the path. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { matchPath, useLocation } from 'react-router-dom';
import { TableScreen } from '../../features/tables/table-screen.tsx';
import { paths } from '../../lib/paths.ts';

const tablePaths: readonly (readonly [string, TableName])[] = [
  [paths.investors, 'investors'],
  [paths.companies, 'companies'],
  [paths.people, 'people'],
  [paths.reviews, 'reviews'],
  [paths.shopify, 'shopify'],
  [paths.redditPosts, 'reddit-posts'],
  [paths.tiktokVideos, 'tiktok-videos'],
];

export function TablePage() {
  const { pathname } = useLocation();
  const name = tablePaths.find(([path]) => matchPath(path, pathname) !== null)?.[1];
  // Another table is another screen: nothing of the one before is carried over.
  return name === undefined ? null : <TableScreen key={name} name={name} />;
}
