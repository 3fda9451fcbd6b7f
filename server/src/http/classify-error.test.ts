import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { classifyError } from './classify-error.ts';

const withCode = (code: string, extra: object = {}) => Object.assign(new Error('as thrown'), { code, ...extra });

describe('a thrown value', () => {
  it('an application error keeps its code', () => {
    const error = new AppError('PROFILE.NOT_FOUND');
    expect(classifyError(error)).toBe(error);
  });

  it.each([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 'REQUEST.TOO_LARGE'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'REQUEST.UNSUPPORTED_MEDIA_TYPE'],
    ['22021', 'REQUEST.INVALID'],
    ['22P05', 'REQUEST.INVALID'],
    ['57014', 'SERVER.BUSY'],
    ['40P01', 'SERVER.BUSY'],
    ['57P01', 'SERVER.UNAVAILABLE'],
    ['53300', 'SERVER.UNAVAILABLE'],
    ['08006', 'SERVER.UNAVAILABLE'],
    ['ECONNREFUSED', 'SERVER.UNAVAILABLE'],
    ['ENOSPC', 'SERVER.UNAVAILABLE'],
    ['23505', 'SERVER.INTERNAL'],
  ])('a database error with code %s becomes %s', (code, expected) => {
    expect(classifyError(withCode(code)).code).toBe(expected);
  });

  it('an error wrapped by the query builder is classified by its cause', () => {
    expect(classifyError(new DrizzleQueryError('select 1', [], withCode('57P03'))).code).toBe('SERVER.UNAVAILABLE');
  });

  it('a reference to a deleted account asks to sign in again, and other references do not', () => {
    const violation = (constraint: string) => classifyError(withCode('23503', { constraint })).code;
    expect(violation('api_keys_account_id_accounts_id_fk')).toBe('AUTH.SESSION_EXPIRED');
    expect(violation('linkedin_educations_profile_id_linkedin_profiles_id_fk')).toBe('SERVER.INTERNAL');
    expect(classifyError(withCode('23505', { constraint: 'api_keys_account_id_accounts_id_fk' })).code).toBe('SERVER.INTERNAL');
  });

  it('a reference to a deleted workspace asks to sign in again where it ended with its account', () => {
    const violation = withCode('23503', { constraint: 'api_keys_account_id_workspaces_id_fk' });
    expect(classifyError(violation).code).toBe('AUTH.SESSION_EXPIRED');
    expect(classifyError(violation, true).code).toBe('AUTH.SESSION_EXPIRED');
    expect(classifyError(violation, false).code).toBe('WORKSPACE.NOT_FOUND');
  });

  it('a missing database socket means that the database is unavailable, and a missing file does not', () => {
    expect(classifyError(withCode('ENOENT', { syscall: 'connect' })).code).toBe('SERVER.UNAVAILABLE');
    expect(classifyError(withCode('ENOENT', { syscall: 'open' })).code).toBe('SERVER.INTERNAL');
  });

  it('a lost connection of the driver means that the database is unavailable', () => {
    expect(classifyError(new Error('Connection terminated unexpectedly')).code).toBe('SERVER.UNAVAILABLE');
  });

  it('every temporary error tells how long to wait', () => {
    expect(classifyError(new AppError('SERVER.BUSY')).retryAfterSeconds).toBe(5);
    expect(classifyError(withCode('57014')).retryAfterSeconds).toBe(5);
    expect(classifyError(new AppError('SERVER.BUSY', { retryAfterSeconds: 1 })).retryAfterSeconds).toBe(1);
    expect(classifyError(new Error('a mistake')).retryAfterSeconds).toBeUndefined();
  });

  it('a thrown value that is not an error is an internal error', () => {
    expect(classifyError('text').code).toBe('SERVER.INTERNAL');
    expect(classifyError(undefined).code).toBe('SERVER.INTERNAL');
  });
});
