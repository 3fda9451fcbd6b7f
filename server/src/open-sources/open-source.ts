/**
 * What an open source is: a manifest, which says what it is and what it costs, and a reader, which goes from a checkpoint to
 * records and the next checkpoint. A reader knows no database: the module `open-sources` stores what it yields.
 */
import type { OpenSourceId } from '@leadloom/shared/contract/open-source-ids';
import type { CellValue } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/table-names';

export interface OpenSourceManifest {
  readonly id: OpenSourceId;
  readonly title: string;
  readonly publisher: string;
  readonly tables: readonly TableName[];
  /** ISO codes of the countries whose companies it lists; empty: it reads whatever rows have an address. */
  readonly countries: readonly string[];
  readonly licence: string;
  /** The sentence that stands where its rows are shown. */
  readonly attribution: string;
  /** What has to be there before the first request. */
  readonly needs: 'contact' | 'key' | null;
  /** Whether it is on once the operator says where they sell, if a country fits. */
  readonly isOnByDefault: boolean;
  /** Hours between two runs. */
  readonly everyHours: number;
  /** For people, such as "every business day" and "4 MB a quarter". */
  readonly every: string;
  readonly size: string;
  /** Requests a second to one host, for all servers together. */
  readonly requestsPerSecond: number;
  /**
   * Hosts it talks to, redirects included; `*.host` means those below a host. null: any public host, as websites need; what
   * such a host answers is the reader's to judge, whatever the status.
   */
  readonly hosts: readonly string[] | null;
  /** What counts more of two sources that know a cell: the register. A file or a person counts more than all. */
  readonly weight: Weight;
  /** Switches, all off at first: what each lets in. */
  readonly options: Readonly<Record<string, string>>;
  /** Whether nobody has run it against the real publisher yet. */
  readonly isUntried: boolean;
}

export type Weight = 'register' | 'website' | 'directory';

/** Cells by the column of their table, as an import takes them: texts are read by the rules of files. */
export interface OpenRecord {
  readonly cells: Readonly<Record<string, CellValue>>;
  /** The page that says so, at the publisher's real address. */
  readonly url: string;
  /** The day on which the publisher said so, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** The key of the stored row that it fills; absent: the row is found, or made, by the keys of its table. */
  readonly rowKey?: string;
  /**
   * Whether it only changes a row that is stored with this number of this register, such as one of a company that was struck
   * off. No row is made, cells that it does not name stay, and the name may be missing.
   */
  readonly isOnlyForStored?: true;
}

export interface OpenLoad {
  readonly table: TableName;
  /** The columns that its records may fill. */
  readonly fields: readonly string[];
  /** Called once for each try to store the load. Reads its records as a stream. */
  readonly records: () => AsyncIterable<OpenRecord>;
}

/** A part of a run that is stored as a whole: a quarter, a day, a batch of sites. */
export interface OpenStep {
  /** Such as `2026 Q2`. */
  readonly title: string;
  /** Stored one after the other, each in a transaction of its own; the last one stores the checkpoint, too. */
  readonly loads: readonly OpenLoad[];
  /** Where a run continues after this step, as JSON. */
  readonly checkpoint: unknown;
  /** Whether the step holds everything there is, so that far fewer rows than the last time are a fault of the file. */
  readonly isFull: boolean;
}

/** A row of a data table that has an address to look at. */
export interface VisitedRow {
  readonly table: TableName;
  readonly id: number;
  /** Its key, for `OpenRecord.rowKey`. */
  readonly key: string;
  readonly name: string;
  readonly website: string;
}

/** A job board to read. */
export interface VisitedBoard {
  readonly provider: string;
  readonly token: string;
  readonly companyName: string | null;
  readonly companyWebsite: string | null;
  /** Addresses of its jobs that the last complete reading had no more. */
  readonly missing: readonly string[];
  /** Addresses of its company's jobs that are stored and not closed: those of other boards, too. */
  readonly open: readonly string[];
}

/** What a run gives its reader. Every method throws only `OpenSourceError`, or the signal's reason. */
export interface OpenSourceRun {
  /** The switches that are on. */
  readonly options: ReadonlySet<string>;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** A request at the source's pace, with the contact in the User-Agent; at most 8 MiB. */
  readonly get: (url: string, options?: OpenRequest) => Promise<OpenAnswer>;
  /** A file of any size up to the limit, kept in the data directory until the run ends well; it resumes. */
  readonly download: (url: string, options: { readonly maxBytes: number }) => Promise<DownloadedFile>;
  /** Rows whose website is due, those that were never looked at first. */
  readonly dueRows: (limit: number) => Promise<readonly VisitedRow[]>;
  readonly dueBoards: (limit: number) => Promise<readonly VisitedBoard[]>;
  /** Notes boards found on websites, and how a reading ended. */
  readonly noteBoards: (boards: readonly NotedBoard[]) => Promise<void>;
}

export interface NotedBoard extends Pick<VisitedBoard, 'provider' | 'token' | 'companyName' | 'companyWebsite'> {
  /** Absent: it was only found. */
  readonly read?: { readonly missing: readonly string[]; readonly error: string | null };
}

export interface OpenRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the decompressed body; 8 MiB if absent. */
  readonly maxBytes?: number;
  /** Whether the reader takes an answer that would be thrown as a refusal: 403, 429 or 503. */
  readonly accepts?: (answer: OpenAnswer) => boolean;
  /**
   * Whatever the host answers is the answer: any status, a redirect that is not followed, a body that ends at `maxBytes`.
   * For hosts of which one that refuses must not end the run.
   */
  readonly asIs?: boolean;
}

export interface OpenAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The address that answered, after redirects: the real one. */
  readonly url: string;
  readonly bytes: Buffer;
}

export interface DownloadedFile {
  readonly path: string;
  readonly bytes: number;
  /** The publisher's time of the file; null: it did not say. */
  readonly lastModified: Date | null;
}

/** What "Try it" shows. */
export interface OpenTrial {
  readonly url: string;
  readonly records: readonly { readonly table: TableName; readonly record: OpenRecord }[];
  /** Columns or fields that were expected and are not there. */
  readonly missing: readonly string[];
}

export interface OpenSource {
  readonly manifest: OpenSourceManifest;
  /** Yields what is new since a checkpoint; null: from the beginning. It ends when nothing more is there now. */
  readonly read: (checkpoint: unknown, run: OpenSourceRun) => AsyncGenerator<OpenStep, void, undefined>;
  /** Reads one small thing. */
  readonly tryOut: (run: OpenSourceRun) => Promise<OpenTrial>;
}

/** Why a run failed, in a sentence for operators. */
export class OpenSourceError extends Error {
  /** No request may be sent before; null: the source decides. */
  readonly retryAt: Date | null;

  constructor(message: string, options: ErrorOptions & { readonly retryAt?: Date | null } = {}) {
    super(message, options);
    this.retryAt = options.retryAt ?? null;
  }
}
