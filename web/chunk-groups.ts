/**
 * Which modules share a file. Left alone, the bundler makes a file for each set of screens that share something: a table
 * would be 100 files, each with a request and its own dictionary of gzip. A group takes the modules it names with all that
 * they import, apart from what the groups above it took. So a group should name what is loaded together, and nothing that
 * drags in what most of its screens do not need. `pnpm bench screens` tells what a change costs.
 */
import type { Rolldown } from 'vite';

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number];

/** The names of files with the modules that they begin with, those that others build on first. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  common: [
    'web/src/lib/api-client/call.ts',
    'web/src/lib/alerts/new-alert-path.ts',
    'web/src/lib/copy-text.ts',
    'web/src/lib/extension-client/random-id.ts',
    'web/src/lib/format-date.ts',
    'web/src/lib/format-short-count.ts',
    'web/src/lib/keep-focus.ts',
    'web/src/lib/my-rows/row-words.ts',
    'web/src/lib/use-paste.ts',
    'web/src/lib/used-views.ts',
    'web/src/lib/web-href.ts',
    'web/src/components/check-mark.ts',
    'web/src/components/control-frame.tsx',
    'web/src/components/load-failure.tsx',
    'web/src/components/loading-text.tsx',
    'web/src/components/notice.tsx',
    'web/src/components/plain-input.tsx',
    'web/src/components/resend-verification.tsx',
    'web/src/components/tag.tsx',
    'web/src/components/use-steady.ts',
    'web/src/app/layouts/skip-link.tsx',
    'shared/src/contract/among-names.ts',
    'shared/src/contract/line-text.ts',
    'shared/src/contract/list-parameters.ts',
    'shared/src/domain/calendar-day.ts',
    '@tanstack/react-query/build/modern/queryOptions.js',
    '@mui/icons-material/DeleteOutlineRounded.mjs',
    '@mui/icons-material/DownloadRounded.mjs',
  ],
  frame: ['web/src/app/layouts/signed-in-layout.tsx'],
  'mui-utils': [
    '@mui/utils/',
    '@mui/material/utils/',
    '@mui/material/FormControl/useFormControl.mjs',
    '@mui/material/FormControl/FormControlContext.mjs',
  ],
  'mui-transition': ['@mui/material/internal/Transition.mjs'],
  'mui-surfaces': ['@mui/material/Paper/Paper.mjs', '@mui/material/Skeleton/Skeleton.mjs', '@mui/material/Link/Link.mjs'],
  'mui-popovers': ['@mui/material/Menu/Menu.mjs', '@mui/material/Popover/Popover.mjs', '@mui/material/Modal/Modal.mjs'],
  'mui-fields': ['@mui/material/TextField/TextField.mjs'],
  mutations: ['@tanstack/react-query/build/modern/useMutation.js'],
  form: ['web/src/components/form-field.tsx', 'web/src/components/submit-button.tsx', 'web/src/components/field-frame.tsx'],
  controls: [
    'web/src/components/check-box.tsx',
    'web/src/components/external-link.tsx',
    'web/src/components/meter-bar.tsx',
    'web/src/components/native-select.tsx',
    'web/src/lib/query/use-has-settled.ts',
    'web/src/lib/save-file.ts',
    'web/src/lib/use-submission.ts',
    '@mui/icons-material/CheckCircleRounded.mjs',
  ],
  proofs: [
    'web/src/lib/leave-for.ts',
    'web/src/lib/oidc/provider-name.ts',
    'web/src/lib/passkeys/passkey-support.ts',
    'web/src/lib/second-factor-form.ts',
    'web/src/lib/session/parting-notice.ts',
    'web/src/components/second-factor-field.tsx',
    'shared/src/domain/email-format.ts',
  ],
  people: [
    'shared/src/contract/collected-profiles.ts',
    'shared/src/linkedin/profile-url.ts',
    'web/src/lib/collected-people/people-queries.ts',
  ],
  linkedin: [
    'shared/src/linkedin/endpoint-grammar.ts',
    'shared/src/linkedin/build-url.ts',
    'shared/src/contract/linkedin.ts',
    'shared/src/contract/catalogue-checks.ts',
    'shared/src/contract/recollections.ts',
    'web/src/lib/extension-client/exchange-message.ts',
    'web/src/lib/stored-answers/collector-database.ts',
    'web/src/lib/collected-people/chosen-people.ts',
    'web/src/lib/collected-people/recollections.ts',
    'web/src/features/collector/use-collector.ts',
    'web/src/features/collector/check/check-panel-state.ts',
    'web/src/features/collector/api/load-jobs.ts',
  ],
  'table-definitions': ['shared/src/tables/tables.ts', 'shared/src/domain/countries.ts'],
  'table-calls': [
    'shared/src/contract/tables.ts',
    'shared/src/contract/my-rows.ts',
    'shared/src/contract/match.ts',
    'shared/src/contract/table-visits.ts',
  ],
  cells: [
    'web/src/components/data-grid/body/cell-format.ts',
    'web/src/components/data-grid/body/cell-link.ts',
    'web/src/components/data-grid/body/shown-cell.ts',
    'web/src/components/filter-fields/field-frames.ts',
    'web/src/components/filter-fields/labelled.tsx',
  ],
  pager: [
    'web/src/components/data-grid/paging/grid-pager.tsx',
    'web/src/components/data-grid/bar-styles.ts',
    'web/src/components/data-grid/grid-measures.ts',
  ],
  grid: [
    'web/src/components/data-grid/header/header-styles.ts',
    'web/src/components/data-grid/grid-styles.tsx',
    'web/src/components/data-grid/density-menu.tsx',
    'web/src/components/data-grid/body/grid-selection.ts',
    'web/src/components/data-grid/columns/column-widths.ts',
    'web/src/components/table-frame.tsx',
  ],
  filters: [
    'web/src/components/filter-fields/filter-line.tsx',
    'web/src/components/filter-fields/in-short.ts',
    'web/src/components/filter-fields/range-of-days.ts',
  ],
};

const names = Object.keys(groups);

export const chunkGroups: Group[] = [
  // What the page itself loads, whichever screen follows.
  { name: 'first', tags: ['$initial'], priority: names.length + 1 },
  ...names.map((name, index) => ({
    name,
    test: (id: string) => (groups[name] ?? []).some((module) => id.replaceAll('\\', '/').includes(`/${module}`)),
    priority: names.length - index,
  })),
];
