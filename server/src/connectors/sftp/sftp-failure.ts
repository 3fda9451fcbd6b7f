/** What a failure of an SFTP server means, in sentences for members. Pure. */
import { DestinationRefused } from '../../sources/http/destination-refused.ts';
import { describeConnectionFailure } from '../connection-failure.ts';
import { RefusedByDestination } from '../connector.ts';

/** Codes of the protocol (draft-ietf-secsh-filexfer-02, 7), and of connections. */
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;

export function explainFailure(error: unknown, host: string): Error {
  if (error instanceof RefusedByDestination) return error;
  if (!(error instanceof Error)) return new Error('The server could not be reached.');
  const code = 'code' in error ? error.code : undefined;
  const { message } = error;
  if (error instanceof DestinationRefused) return new Error(`${host} has no public address. Check the host.`, { cause: error });
  if (/All configured authentication methods failed/i.test(message))
    return new RefusedByDestination('The server did not accept the user name with this password or key.', { cause: error });
  if (/Cannot parse privateKey|no passphrase given|Unsupported key format/i.test(message))
    return new RefusedByDestination('The private key cannot be read. Enter one without a passphrase.', { cause: error });
  if (code === PERMISSION_DENIED || code === 'EACCES')
    return new RefusedByDestination('The server denied permission: the user may not write in the folder.', { cause: error });
  // The library says the latter of a folder that a folder above it cannot hold.
  if (code === NO_SUCH_FILE || code === 'ENOENT' || code === 'ERR_BAD_PATH')
    return new RefusedByDestination('The server has no such folder, and it could not be made.', { cause: error });
  if (/Timed out while waiting for handshake/i.test(message))
    return new Error('The server did not answer in time. Check the host and the port.', { cause: error });
  if (/Bad packet length|Header line too long|Invalid identification string/i.test(message))
    return new Error('What answered is no SFTP server. Check the port.', { cause: error });
  // Web servers do so, and servers that have too many connections.
  if (/lost before handshake|Unexpected (?:end|close) event/i.test(message))
    return new Error('The server ended the connection before the sign-in. Check the port, or try again later.', { cause: error });
  const said = describeConnectionFailure(error, { who: 'The server', field: 'host', host });
  return new Error(said ?? 'The connection to the server failed.', { cause: error });
}
