import type { Work } from '@leadloom/shared/contract/dashboard';
import { formatCount } from '../../lib/format-count.ts';
import { paths } from '../../lib/paths.ts';

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

/** What runs or waits, in words, and where to follow it. */
export function describeWork({ kind, state, count, detail }: Work): { readonly text: string; readonly path: string } {
  switch (kind) {
    case 'analysis':
      return {
        text: `Analysis of trends: ${detail ?? (state === 'waiting' ? 'waiting' : 'running')}`,
        path: paths.socialDashboard,
      };
    case 'profiles':
      return { text: `${counted(count, 'profile is', 'profiles are')} not collected yet`, path: paths.linkedinCollector };
    case 'searches':
      return { text: `${counted(count, 'search is', 'searches are')} unfinished`, path: paths.linkedinCollector };
    case 'visits':
      return {
        text:
          state === 'running'
            ? `${counted(count, 'tracked name is', 'tracked names are')} being visited`
            : `${counted(count, 'tracked name waits', 'tracked names wait')} for the first visit`,
        path: paths.social,
      };
    case 'import':
      return { text: `Import of ${detail ?? 'a file'}: ${counted(count, 'row', 'rows')} read`, path: paths.operatorImport };
  }
}
