/**
 * Which modules share a file. Left alone, the bundler makes a file for each set of screens that share something: a table
 * would be 100 files, each with a request and its own dictionary of gzip. A group takes the modules it names with all that
 * they import, apart from what the groups above it took. So a group should name what is loaded together, and nothing that
 * drags in what most of its screens do not need. `pnpm bench screens` tells what a change costs.
 */
import type { Rolldown } from 'vite';

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number];

/** Names of groups with the modules they begin with, those that others build on first. */
const groups: readonly (readonly [name: string, ...modules: RegExp[]])[] = [
  [
    'common',
    /web.src.lib.(api-client.call|copy-text|format-date|web-href|keep-focus|used-views|use-paste|format-short-count)\.ts$/,
    /web.src.lib.(alerts.new-alert-path|extension-client.random-id|my-rows.row-words)\.ts$/,
    /web.src.components.(notice|load-failure|loading-text|check-mark|plain-input|use-steady|control-frame|tag|resend-verification)\.tsx?$/,
    /web.src.app.layouts.skip-link\.tsx$/,
    /shared.src.(contract.(line-text|list-parameters|among-names)|domain.calendar-day)\.ts$/,
    /@tanstack.react-query.build.modern.queryOptions\.js$/,
    /icons-material.(DownloadRounded|DeleteOutlineRounded)\.mjs$/,
  ],
  ['frame', /web.src.app.layouts.signed-in-layout\.tsx$/],
  ['mui-utils', /@mui.(utils|material.utils)./, /@mui.material.FormControl.(useFormControl|FormControlContext)\.mjs$/],
  ['mui-transition', /@mui.material.internal.Transition\.mjs$/],
  ['mui-surfaces', /@mui.material.(Paper.Paper|Skeleton.Skeleton|Link.Link)\.mjs$/],
  ['mui-popovers', /@mui.material.(Menu.Menu|Popover.Popover|Modal.Modal)\.mjs$/],
  ['mui-fields', /@mui.material.TextField.TextField\.mjs$/],
  ['mutations', /@tanstack.react-query.build.modern.useMutation\.js$/],
  ['form', /web.src.components.(form-field|submit-button|field-frame)\.tsx$/],
  [
    'controls',
    /web.src.components.(check-box|external-link|meter-bar|native-select)\.tsx$/,
    /web.src.lib.(save-file|use-submission|query.use-has-settled)\.ts$/,
    /icons-material.CheckCircleRounded\.mjs$/,
  ],
  [
    'proofs',
    /web.src.lib.(second-factor-form|leave-for|oidc.provider-name|session.parting-notice|passkeys.passkey-support)\.ts$/,
    /web.src.components.second-factor-field\.tsx$/,
    /shared.src.domain.email-format\.ts$/,
  ],
  [
    'people',
    /shared.src.contract.collected-profiles\.ts$/,
    /shared.src.linkedin.profile-url\.ts$/,
    /web.src.lib.collected-people.people-queries\.ts$/,
  ],
  [
    'linkedin',
    /shared.src.linkedin.(endpoint-grammar|build-url)\.ts$/,
    /shared.src.contract.(linkedin|catalogue-checks|recollections)\.ts$/,
    /web.src.lib.extension-client.exchange-message\.ts$/,
    /web.src.lib.(kept-answers.collector-database|collected-people.(chosen-people|recollections))\.ts$/,
    /web.src.features.collector.(run.use-resume|check.check-panel-state|api.load-jobs)\.ts$/,
  ],
  ['table-definitions', /shared.src.(tables.tables|domain.countries)\.ts$/],
  ['table-calls', /shared.src.contract.(tables|my-rows|match|table-visits)\.ts$/],
  [
    'cells',
    /web.src.components.data-grid.(cell-format|cell-link|shown-cell)\.ts$/,
    /web.src.components.filter-fields.(field-frames|labelled)\.tsx?$/,
  ],
  ['pager', /web.src.components.data-grid.(grid-pager|bar-styles|grid-measures)\.tsx?$/],
  [
    'grid',
    /web.src.components.data-grid.(header-styles|grid-styles|density-menu|grid-selection|column-widths)\.tsx?$/,
    /web.src.components.table-frame\.tsx$/,
  ],
  ['filters', /web.src.components.filter-fields.(filter-line|in-short|range-of-days)\.tsx?$/],
];

export const chunkGroups: Group[] = [
  // What the page itself loads, whichever screen follows.
  { name: 'first', tags: ['$initial'], priority: groups.length + 1 },
  ...groups.map(([name, ...modules], index) => ({
    name,
    test: (id: string) => modules.some((module) => module.test(id)),
    priority: groups.length - index,
  })),
];
