import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../client/src/api-error.ts';
import { describeFailure } from './describe-failure.ts';

const problem = {
  type: 'about:blank',
  title: 'Bad request',
  status: 400,
  code: 'REQUEST.INVALID',
  request_id: 'req-1',
  msg: 'page: must be a number',
  message: 'page: must be a number',
  error: 'REQUEST.INVALID',
  errors: [
    { parameter: 'page', detail: 'must be a number' },
    { pointer: '/ids/0', detail: 'must be above 0' },
    { detail: 'more' },
  ],
};

describe('failures in the words of n8n', () => {
  it('the sentence of the server comes first, then what is wrong with which parameter', () => {
    expect(describeFailure(new ApiError(400, problem, null))).toEqual({
      message: 'page: must be a number',
      description: 'page: must be a number\n/ids/0: must be above 0\nmore\nREQUEST.INVALID, request req-1',
      code: 'REQUEST.INVALID',
      httpCode: '400',
    });
  });

  it('a limit says how long to wait', () => {
    const limited = { ...problem, status: 429, code: 'RATE.LIMITED', message: 'Too many calls.', errors: [] };
    expect(describeFailure(new ApiError(429, limited, 90))).toMatchObject({
      message: 'Too many calls.',
      description: 'Wait 90 seconds.\nRATE.LIMITED, request req-1',
    });
  });

  it('an answer that is not of the server names its status', () => {
    expect(describeFailure(new ApiError(502, null, null))).toEqual({
      message: 'The server answered 502.',
      description: 'UNKNOWN',
      code: 'UNKNOWN',
      httpCode: '502',
    });
  });

  it('a server that is away is told with the reason', () => {
    expect(describeFailure(new ConnectionError(new Error('connect ECONNREFUSED 127.0.0.1:1')))).toEqual({
      message: 'The server could not be reached.',
      description: 'connect ECONNREFUSED 127.0.0.1:1',
      code: 'UNREACHABLE',
    });
  });
});
