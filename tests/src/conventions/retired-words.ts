/** Words that the glossary (docs/glossary.md) has replaced, so that each thing has one name. */

interface RetiredWord {
  /** The word as it stands in code or prose. */
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Words that are refused in identifiers, file names and comments of every room, tests included. */
export const retiredWords: readonly RetiredWord[] = [
  { pattern: /\b(?:EndpointRow|endpointRows|tableEndpointRows|SuccessRow)\b/, instead: 'EndpointDefinition, endpoints' },
  { pattern: /\b(?:MessageRow|messageRows)\b/, instead: 'MessageDefinition, messageDefinitions' },
  { pattern: /\berrorRows\b/, instead: 'errorDefinitions' },
  { pattern: /\b[a-z]*CollectorRows?\b|\bcollectorRow/, instead: 'entry' },
  { pattern: /(?:own-data|[oO]wnData)|\bown[A-Z]\w*Data\b/, instead: 'my data, myDataOf…' },
  { pattern: /\b(?:usual[A-Z]\w*|USUAL)\b/, instead: 'default…, COMMON_…' },
  { pattern: /\bmost[A-Z]\w*\b/, instead: 'max…' },
  { pattern: /\b(?:callOff|calledOff)\w*\b/, instead: 'cancel' },
  { pattern: /\b(?:analyse[A-Z]\w*|\w+Analyse)\b/, instead: 'analyze… in identifiers' },
  { pattern: /\b[Ii]nvented?[A-Z]\w*\b|\b[A-Z]+_INVENTED\b/, instead: 'sandbox… or sample…' },
  { pattern: /\b(?:[eE]rrand|[cC]learance|Passage)\b/, instead: 'RequestContext, permission, GateResult' },
  { pattern: /\b(?:RowOutcome|RowNote|RowSaver|unsavedRows)\b/, instead: 'entry' },
  {
    pattern: /\b(?:recheckPlace|keepsPlace|tellProgress|noteRows[A-Z]\w*)\b/,
    instead: 'recheckState, keepsState, writeProgress, recordEntry…',
  },
  { pattern: /\b[a-z]*(?:[A-Z][a-z]+)+Figures\b|\b(?:create|export)[A-Za-z]*Figures\b/, instead: '…Metrics' },
  {
    pattern: /\b(?:sayAlive|isAtIt|roomyAllowance|Withdrawn)\b/,
    instead: 'renewLease, isRetrying, generousAllowance, RollbackSignal',
  },
  { pattern: /\b(?:afterAnswer|MergeTransaction|begunHere)\b/, instead: 'afterResponse, Transaction, prefetched' },
  { pattern: /\b(?:isToldAbove|isToldOfNetwork)\b/, instead: 'isMessageShownAbove, isCoveredByNetworkNotice' },
  { pattern: /\b(?:placeLeft|PlaceLeft)\b/, instead: 'returnTo, ReturnState' },
  { pattern: /\b(?:mergePlace|placeOf|placeBeside)\b/, instead: 'mergeLocation, locationOf, missingPosition' },
  { pattern: /\b(?:Asked(?:Days|Change|Table|Page)|askedPlace|setAsked)\b/, instead: 'Requested…, requested…' },
  { pattern: /\b(?:whoseAreKept|noteKept|readKept|useKept|KeptUploads|KeptKey|TypingKept)\b/, instead: 'stored…, TypingBuffer' },
  { pattern: /\b(?:linesToTell|wasTold|rememberTold)\b/, instead: 'linesToReport, isReported, rememberReport' },
  { pattern: /\b(?:RecordBeside|stopBeside|columnsBeside)\b/, instead: 'RecordSidePanel, adjacentStop, sourceColumns' },
  { pattern: /\b(?:useLate|Late(?:Tooltip|Field)[A-Z]\w*|LateNameChoiceField)\b/, instead: 'lazy…' },
  { pattern: /\b(?:doesButtonWait|useMetValues)\b/, instead: 'isButtonDisabledWhenEmpty, useObservedValues' },
  { pattern: /\b[A-Z_]+_PATIENCE_MS\b/, instead: '…_TIMEOUT_MS' },
  { pattern: /\b(?:late|Late)(?:Part|Overlay|Dialog|Popover|Tooltip|FilterPopover|Field|TagsField)\b/, instead: 'lazy…' },
  {
    pattern: /\b(?:tell(?:Operator|Instant|Refusal|Changes|Owner|Due|Digests)|mayBeTold|isTold|areToldApart)\b/,
    instead: 'notify…, show…, isNotified, areDistinguishable',
  },
  { pattern: /\b(?:Wanted(?:Value|Rows?|Page|Version|Line)|whileWanted)\b/, instead: 'Requested…, runAbortably' },
  { pattern: /\b(?:asked(?:Page|Entries|Sort|Filters|Days|Keys)|untilAsked)\b/, instead: 'requested…, lookupKeys' },
  { pattern: /\b(?:BesideTable|LoadedBeside|besidePath)\b/, instead: 'ShadowTable, shadowPath' },
  { pattern: /\b(?:kept(?:Answers|Devices)|Kept(?:Note|Values|Styles|Post))\b/, instead: 'stored…, cached…' },
  {
    pattern: /\b(?:[A-Z_]*KEPT_DAYS|MOST_KEPT|TRIES_KEPT|TOLD_(?:TYPES|FIELDS))\b/,
    instead: '…RETENTION_DAYS, MAX_…, REPORTED_…',
  },
  { pattern: /\b(?:(?:compare|until|forget|delete|hide)\w*Told\w*|Told[A-Z]\w*|toldUntil)\b/, instead: 'notified…, reported…' },
  { pattern: /\b(?:isUnwanted|askedPerson|resetAsked|\w*KeptDay)\b/, instead: 'isCallerGone, requested…, …RetainedDay' },
  {
    pattern: /\b(?:(?:fill|drop|shell|speed|position|hasFile)Beside|beside[A-Z]\w*)\b/,
    instead: 'ShadowTable, sibling, next to, concurrent',
  },
];

/** Endings of file names, before the extension. */
export const retiredFileNames: readonly RetiredWord[] = [
  { pattern: /[-/](?:story|harness|world)(?:\.test)?\.tsx?$/, instead: '*.fixture.ts in a folder `testing`' },
  { pattern: /(?:^|\/)(?:own-data|invented-)/, instead: 'my-data, sandbox-' },
  { pattern: /(?:^|[-/])places?\.(?:test\.)?ts$/, instead: 'position, location, state or slot' },
  {
    pattern: /(?:^|\/)(?:late|tell|kept|asked|wanted|beside)-[\w-]+\.(?:test\.)?tsx?$/,
    instead: 'lazy-, notify-, stored- or cached-, requested-, shadow-',
  },
];
