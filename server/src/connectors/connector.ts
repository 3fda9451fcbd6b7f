/**
 * What destinations have in common. A connector speaks to one vendor or protocol with settings and secrets that it is given; it
 * knows no database, and keeps nothing between two calls. Each is made for one delivery and closed after it.
 *
 * Failures are of three kinds. `RefusedByDestination`: no later try helps until somebody changes something there or here, such
 * as a revoked token. `BusyDestination`: it wants to be left alone until a time, such as a daily limit. Any other error is
 * passing, and the delivery is tried again as webhooks are. Messages of all three are shown to members: one sentence, without
 * secrets, and without what the other side may have put into its answer beyond its own error text.
 */
import type { ExportFormat } from '@leadloom/shared/contract/scheduled-exports';

export class RefusedByDestination extends Error {}

export class BusyDestination extends Error {
  readonly until: Date;

  constructor(message: string, until: Date) {
    super(message);
    this.until = until;
  }
}

/** The longest wait within a try. Whoever asks for more is left alone until then, and holds up nothing meanwhile. */
export const LONGEST_WAIT = 60_000;

/** Where a connector may connect to. */
export interface ConnectorNetwork {
  /** `DESTINATION_PRIVATE`: addresses in private networks, and connections without TLS, are allowed. */
  readonly isPrivateAllowed: boolean;
}

/** Where a delivery that was interrupted goes on. */
export interface Progress {
  /** What was saved last; null: the delivery is at its beginning. */
  readonly saved: Readonly<Record<string, unknown>> | null;
  /** @throws {LostLease} when somebody else works on the delivery */
  readonly save: (progress: Readonly<Record<string, unknown>>) => Promise<void>;
}

export interface DeliveryContext {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** A file of a scheduled export. */
export interface OutgoingFile {
  /** Such as `companies_20260331.csv`. */
  readonly name: string;
  /** The export's name without what file systems do not take: where `latest` and its runs are put. */
  readonly folder: string;
  readonly format: ExportFormat;
  readonly isGzip: boolean;
  /** Bytes of the file. */
  readonly size: number;
  /** Reads it from its beginning, any number of times. */
  readonly read: () => AsyncIterable<Buffer>;
}

/** Rows of a scheduled export, for destinations that hold rows instead of files. */
export interface OutgoingRows {
  readonly columns: readonly string[];
  /** Reads them from the beginning, any number of times. `id` is the row's id; cells are in the order of the columns. */
  readonly read: () => AsyncIterable<OutgoingRow>;
}

export interface OutgoingRow {
  readonly id: number;
  readonly cells: readonly (string | number | boolean | null)[];
}

/** What a test learned that is to be kept. */
export interface TestedDestination {
  /** SFTP: `SHA256:…` of the host key that the server showed, to be pinned. */
  readonly hostKey?: string;
}

interface Connector {
  /** Signs in and tries what deliveries will do, leaving nothing behind. @throws {Error} whose message says what failed */
  readonly test: (signal: AbortSignal) => Promise<TestedDestination>;
  readonly close: () => Promise<void>;
}

/** S3 and SFTP. `replace` also puts the file where the newest one is always found; `append` leaves every earlier file alone. */
export interface FileConnector extends Connector {
  readonly takes: 'files';
  readonly sendFile: (file: OutgoingFile, mode: 'replace' | 'append', context: DeliveryContext) => Promise<void>;
}

/** Spreadsheets. `changes` updates rows that are there, and adds those that are not. */
export interface RowConnector extends Connector {
  readonly takes: 'rows';
  readonly sendRows: (rows: OutgoingRows, mode: 'replace' | 'append' | 'changes', context: DeliveryContext) => Promise<void>;
}

/** The message of an alert, as a channel of people gets it. */
export interface OutgoingMessage {
  readonly title: string;
  /** All rows, of which `rows` names the first. */
  readonly count: number;
  /** One line for each row, as mails write it. */
  readonly rows: readonly string[];
  /** The page of the app that shows the message. */
  readonly url: string;
}

/** Slack. */
export interface MessageConnector extends Connector {
  readonly takes: 'messages';
  readonly sendMessage: (message: OutgoingMessage, signal: AbortSignal) => Promise<void>;
}
