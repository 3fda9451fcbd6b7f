/** The dashboard's seven cards in their order. */
import type { TableName } from '@leadloom/shared/tables/table-names';
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import ApartmentRounded from '@mui/icons-material/ApartmentRounded';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import RssFeedRounded from '@mui/icons-material/RssFeedRounded';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import { paths, tablePath } from '../../lib/paths.ts';

export interface Destination {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly Icon: typeof SvgIcon;
  /** null: it is no table. */
  readonly table: TableName | null;
}

export const destinations = [
  {
    title: 'Companies',
    Icon: ApartmentRounded,
    text: 'Size, region, financing and contacts',
    path: tablePath('companies'),
    table: 'companies',
  },
  {
    title: 'Investors',
    Icon: AccountBalanceOutlined,
    text: 'Who invests in what, and where',
    path: tablePath('investors'),
    table: 'investors',
  },
  {
    title: 'People',
    Icon: PeopleOutlineRounded,
    text: 'Roles, companies and ways to reach them',
    path: tablePath('people'),
    table: 'people',
  },
  { title: 'Reddit Collector', Icon: RssFeedRounded, text: 'Follow subreddits and their posts', path: paths.social, table: null },
  {
    title: 'Shopify Stores',
    Icon: StorefrontOutlined,
    text: 'Online stores by topic and currency',
    path: tablePath('shopify'),
    table: 'shopify',
  },
  {
    title: 'G2 Reviews',
    Icon: RateReviewOutlined,
    text: 'Software reviews and their authors',
    path: tablePath('reviews'),
    table: 'reviews',
  },
  {
    title: 'LinkedIn Collector',
    Icon: PersonSearchOutlined,
    text: 'Profiles collected through your own browser',
    path: paths.linkedinCollector,
    table: null,
  },
] as const satisfies readonly Destination[];
