/** The dashboard's seven cards in their order. */
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import ApartmentRounded from '@mui/icons-material/ApartmentRounded';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { paths, tablePath } from '../../lib/paths.ts';

export const destinations = [
  { title: 'Companies', Icon: ApartmentRounded, text: 'Size, region, financing and contacts', path: tablePath('companies') },
  { title: 'Investors', Icon: AccountBalanceOutlined, text: 'Who invests in what, and where', path: tablePath('investors') },
  { title: 'People', Icon: PeopleOutlineRounded, text: 'Roles, companies and ways to reach them', path: tablePath('people') },
  { title: 'Reddit Collector', Icon: ForumOutlined, text: 'Follow subreddits and their posts', path: paths.social },
  { title: 'Shopify Stores', Icon: StorefrontOutlined, text: 'Online stores by topic and currency', path: tablePath('shopify') },
  { title: 'G2 Reviews', Icon: RateReviewOutlined, text: 'Software reviews and their authors', path: tablePath('reviews') },
  {
    title: 'LinkedIn Collector',
    Icon: PersonSearchOutlined,
    text: 'Profiles collected through your own browser',
    path: paths.linkedinCollector,
  },
] as const;
