/** Why the content of a file cannot be read, for the readers that the server and the app share. */
export class UnreadableContent extends Error {
  /** A sentence about the file without its end, such as `its archive is damaged`. */
  readonly reason: string;
  /** The same for whoever types commands, with options as they are typed there; absent: the same. */
  readonly detail: string | undefined;

  constructor(reason: string, { cause, detail }: { readonly cause?: unknown; readonly detail?: string } = {}) {
    super(reason, { cause });
    this.name = 'UnreadableContent';
    this.reason = reason;
    this.detail = detail;
  }
}
