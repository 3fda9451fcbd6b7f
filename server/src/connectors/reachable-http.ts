/**
 * An HTTP client whose failures may be shown to members: they name who was asked, not the address, which is a secret for some
 * vendors.
 */
import type { SourceHttp } from '../sources/http/source-http.ts';
import { SourceError } from '../sources/source-error.ts';
import { describeConnectionFailure } from './connection-failure.ts';

/** @param name of whoever is asked, such as `Slack` */
export function reachableHttp(name: string, http: SourceHttp): SourceHttp {
  return {
    send: async (request) => {
      try {
        return await http.send(request);
      } catch (error) {
        request.signal.throwIfAborted();
        if (!(error instanceof SourceError)) throw error;
        const said = describeConnectionFailure(error.cause, { who: name, field: 'address' });
        if (said !== null) throw new Error(said);
        // The message is `POST https://host/path: reason`. Neither it nor the cause is passed on.
        const [, reason = 'the request failed'] = /^[A-Z]+ \S+: (.+)$/s.exec(error.message) ?? [];
        throw new Error(`${name} could not be reached: ${reason}.`);
      }
    },
  };
}
