/** What the tests use of a package without types. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: Readonly<Record<string, unknown>>);
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
