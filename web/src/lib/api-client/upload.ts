/** `call` for rows that take a file as their body: the same session and errors, with progress for what was sent. */
import type { EndpointDefinition, EndpointInput, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { send } from './send.ts';
import { withSession } from './with-session.ts';

interface UploadOptions {
  readonly file: Blob;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

interface UploadRow extends EndpointDefinition {
  readonly streamBody: true;
}

/** @throws {ApiError} */
export function upload<const Row extends UploadRow>(
  row: Row,
  input: EndpointInput<Row>,
  options: UploadOptions,
): Promise<EndpointResult<Row>> {
  return withSession((as) => send(row, input, { ...options, ...as }));
}
