import { SubredditTracking } from '../../features/subreddit-tracking/subreddit-tracking.tsx';

export function SocialPage() {
  return <SubredditTracking />;
}
