/**
 * A local server that plays the SEC: Form D by quarters and days, and the files of investment advisers, reached by
 * `SOURCE_SEC_FORM_D_URL` and `SOURCE_SEC_ADVISERS_URL`. It refuses whoever names no address in the User-Agent.
 */
import { type PublisherStandIn, startPublisher } from '../publisher.ts';
import { type AdviserFiles, createAdviserFiles } from './advisers.ts';
import { createFormDFiles, type FormDFiles } from './form-d.ts';

export interface SecStandIn extends PublisherStandIn {
  /** Settings that lead a server here. */
  readonly environment: Readonly<Record<string, string>>;
  readonly formD: FormDFiles;
  readonly advisers: AdviserFiles;
}

export async function startSecStandIn({ port = 0 }: { readonly port?: number } = {}): Promise<SecStandIn> {
  const formD = createFormDFiles();
  const advisers = createAdviserFiles();
  const server = await startPublisher({
    name: 'sec',
    port,
    wantsContact: true,
    answer: ({ host, path }) => formD.answer(host, path) ?? advisers.answer(host, path),
  });
  const environment = { SOURCE_SEC_FORM_D_URL: server.origin, SOURCE_SEC_ADVISERS_URL: server.origin };
  return { ...server, environment, formD, advisers };
}
