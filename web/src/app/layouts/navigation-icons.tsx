/** The pictures of the sidebar's links, by path. A table without one of its own has that of tables. */
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import ApartmentRounded from '@mui/icons-material/ApartmentRounded';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import CompareArrowsRounded from '@mui/icons-material/CompareArrowsRounded';
import CreditCardRounded from '@mui/icons-material/CreditCardRounded';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import InsightsRounded from '@mui/icons-material/InsightsRounded';
import KeyRounded from '@mui/icons-material/KeyRounded';
import ListAltRounded from '@mui/icons-material/ListAltRounded';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import OndemandVideoRounded from '@mui/icons-material/OndemandVideoRounded';
import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import RecentActorsOutlined from '@mui/icons-material/RecentActorsOutlined';
import RssFeedRounded from '@mui/icons-material/RssFeedRounded';
import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import WebhookRounded from '@mui/icons-material/WebhookRounded';
import WorkOutlineRounded from '@mui/icons-material/WorkOutlineRounded';
import type SvgIcon from '@mui/material/SvgIcon';
import { paths, tablePath } from '../../lib/paths.ts';

const icons: ReadonlyMap<string, typeof SvgIcon> = new Map([
  [paths.dashboard, DashboardOutlined],
  [paths.payment, CreditCardRounded],
  [paths.keys, KeyRounded],
  [paths.invoices, ReceiptLongOutlined],
  [paths.profile, BadgeOutlined],
  [paths.linkedinOnboarding, PersonSearchOutlined],
  [tablePath('investors'), AccountBalanceOutlined],
  [tablePath('companies'), ApartmentRounded],
  [tablePath('people'), PeopleOutlineRounded],
  [tablePath('reviews'), RateReviewOutlined],
  [tablePath('shopify'), StorefrontOutlined],
  [tablePath('reddit-posts'), ForumOutlined],
  [tablePath('tiktok-videos'), OndemandVideoRounded],
  [tablePath('jobs'), WorkOutlineRounded],
  [paths.linkedinPeople, RecentActorsOutlined],
  [paths.social, RssFeedRounded],
  [paths.socialDashboard, InsightsRounded],
  [paths.match, CompareArrowsRounded],
  [paths.lists, ListAltRounded],
  [paths.scheduledExports, ScheduleSendOutlined],
  [paths.alerts, NotificationsNoneRounded],
  [paths.webhooks, WebhookRounded],
  [paths.destinations, OutboxOutlined],
  [paths.account, ManageAccountsOutlined],
  [paths.operator, SettingsOutlined],
]);

export function iconOf(path: string): typeof SvgIcon {
  return icons.get(path) ?? TableRowsOutlined;
}
