/** Answers a request without a configured fault: checks the caller, then the request. */
import type { Accepted } from './accepted.ts';
import { csrfRefusal, loginAddress, sameAddress } from './faults/instant-faults.ts';
import type { Member } from './model/member.ts';
import type { Network } from './model/network.ts';
import type { PeopleSearch } from './model/people-search.ts';
import { photoAnswer, siteAnswer, unknownPage } from './pages.ts';
import { graphqlRoutes } from './routes/graphql-routes.ts';
import { restRoutes } from './routes/rest-routes.ts';
import type { Sessions } from './sessions.ts';
import { type Answer, failure, redirectAnswer } from './wire/answer.ts';
import type { Call } from './wire/call.ts';

export interface AnswererParts {
  readonly network: Network;
  readonly sessions: Sessions;
  readonly searchPeople: PeopleSearch;
  readonly accepted: () => Accepted;
}

export function createAnswerer({ network, sessions, searchPeople, accepted }: AnswererParts) {
  return (call: Call, about: (member: Member) => void): Answer => {
    const route = restRoutes.get(call.endpoint) ?? graphqlRoutes.get(call.endpoint);
    if (route === undefined) return pageAnswer(call);
    if (call.method !== 'GET') return failure(call, 405);
    switch (sessions.judge(call)) {
      case 'signed-out':
        return redirectAnswer(loginAddress(call));
      case 'bad-csrf':
        return csrfRefusal();
      case 'mismatched':
        return redirectAnswer(sameAddress(call));
      case 'valid':
        return route(call, { network, searchPeople, accepted, about });
    }
  };

  function pageAnswer(call: Call): Answer {
    if (call.endpoint === 'photo') return photoAnswer();
    return call.endpoint === 'page' ? siteAnswer(call, network, sessions) : unknownPage();
  }
}
