/** What a failure of an SFTP server means, in sentences for members. Pure. */
import { DestinationRefused } from '../../sources/http/destination-refused.ts';
import { RefusedByDestination } from '../connector.ts';

/** Codes of the protocol (draft-ietf-secsh-filexfer-02, 7), and of connections. */
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;

export function explainFailure(error: unknown, host: string): Error {
  if (error instanceof RefusedByDestination) return error;
  if (!(error instanceof Error)) return new Error('The server could not be reached.');
  const code = 'code' in error ? error.code : undefined;
  const { message } = error;
  if (error instanceof DestinationRefused) return new Error(`${host} has no public address.`, { cause: error });
  if (/All configured authentication methods failed/i.test(message))
    return new RefusedByDestination('The server did not accept the user name with this password or key.', { cause: error });
  if (/Cannot parse privateKey|no passphrase given|Unsupported key format/i.test(message))
    return new RefusedByDestination('The private key cannot be read. Enter one without a passphrase.', { cause: error });
  if (code === PERMISSION_DENIED || code === 'EACCES')
    return new RefusedByDestination('The server denied permission: the user may not write in the folder.', { cause: error });
  if (code === NO_SUCH_FILE || code === 'ENOENT')
    return new RefusedByDestination('The server has no such folder, and it could not be made.', { cause: error });
  if (/Timed out while waiting for handshake/i.test(message))
    return new Error('The server did not answer in time.', { cause: error });
  const name = typeof code === 'string' && /^[A-Z_]{3,30}$/.test(code) ? ` (${code})` : '';
  return new Error(`The connection failed${name}.`, { cause: error });
}
