/**
 * Every error the API can answer, as one row: code → HTTP status and default text.
 * Services throw codes; only the server's error plugin reads the status column.
 * 422 and 402 never occur: the web client refreshes its session on 422, and has no 402 path.
 */
import { z } from 'zod';

interface ErrorRow {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 429 | 500 | 503;
  /** Shown to people as `msg`, `message` and `error` unless the thrower gives a better sentence. */
  readonly text: string;
}

export const errorDefinitions = {
  'REQUEST.INVALID': { status: 400, text: 'The request is not valid.' },
  'REQUEST.MALFORMED_JSON': { status: 400, text: 'The body is not valid JSON.' },
  'REQUEST.TOO_DEEP': { status: 400, text: 'The body is nested too deeply.' },
  'REQUEST.TOO_LARGE': { status: 413, text: 'The body is too large.' },
  'REQUEST.UNSUPPORTED_MEDIA_TYPE': { status: 415, text: 'Send the body as application/json.' },
  'REQUEST.TIMEOUT': { status: 408, text: 'The request took too long to arrive.' },
  'REQUEST.NOT_FOUND': { status: 404, text: 'Not Found' },
  'REQUEST.METHOD_NOT_ALLOWED': { status: 405, text: 'Method Not Allowed' },
  'AUTH.BAD_CREDENTIALS': { status: 401, text: 'Bad username or password' },
  'AUTH.SESSION_REQUIRED': { status: 401, text: 'Please sign in.' },
  'AUTH.SESSION_EXPIRED': { status: 401, text: 'Your session has expired. Please sign in again.' },
  'AUTH.KEY_INVALID': { status: 401, text: 'This API key is not valid.' },
  'AUTH.KEY_NOT_ACCEPTED': { status: 403, text: 'API keys are not accepted here. Please sign in.' },
  'AUTH.UNAUTHORIZED': { status: 403, text: 'Unauthorized' },
  'AUTH.XSRF_REJECTED': { status: 403, text: 'The XSRF token is missing or wrong.' },
  'AUTH.NOT_VERIFIED': { status: 403, text: 'Please verify your email to access this page.' },
  'AUTH.SUBSCRIPTION_REQUIRED': { status: 403, text: 'This requires a running trial or a subscription.' },
  'AUTH.ACCOUNT_NOT_FOUND': { status: 404, text: 'This account does not exist.' },
  'VERIFICATION.EXPIRED': { status: 409, text: 'Expired verification code' },
  'VERIFICATION.INCORRECT': { status: 403, text: 'Incorrect verification code' },
  'PASSWORD.TOO_SHORT': { status: 400, text: 'Password is too short' },
  'PASSWORD.TOO_LONG': { status: 400, text: 'Password is too long' },
  'PASSWORD.TOO_COMMON': { status: 400, text: 'This password is too common. Please choose another one.' },
  'REGISTRATION.CLOSED': { status: 403, text: 'Registration is closed on this server.' },
  'REGISTRATION.INVITE_NEEDED': { status: 403, text: 'Registration is by invitation. Please enter your invite code.' },
  'REGISTRATION.INVITE_INVALID': {
    status: 403,
    text: 'This invite code is not valid: it may have expired, been used, or been made for another email.',
  },
  'REGISTRATION.INVITE_NOT_FOUND': { status: 404, text: 'This invite does not exist.' },
  'EMAIL.INVALID': { status: 400, text: 'Email is invalid' },
  'RATE.LIMITED': { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  'QUOTA.REQUESTS_EXHAUSTED': { status: 429, text: 'Monthly request limit reached' },
  'PROFILE.NOT_FOUND': { status: 404, text: 'Profile not found' },
  'PROFILE.URL_INVALID': { status: 400, text: "The URL doesn't seem a valid linkedin URL" },
  'PROFILE.LIMIT_REACHED': {
    status: 409,
    text: 'Your account has reached its profile limit. Delete some profiles to collect more.',
  },
  'PARSE.UNREADABLE': { status: 400, text: 'The answer from LinkedIn could not be read. Nothing was stored.' },
  'PARSE.OTHER_MEMBER': {
    status: 400,
    text: 'The answer is about a different member than the one requested. Nothing was stored.',
  },
  'TAGS.LIMIT_REACHED': { status: 409, text: 'A profile can have at most 50 tags.' },
  'LOCATION.NONE': { status: 404, text: 'No results found' },
  'ROWS.NOT_FOUND': { status: 404, text: 'This row does not exist.' },
  'CHANGES.FORGOTTEN': {
    status: 410,
    text: 'Deletions after this version are no longer kept. Start again with after=0.',
  },
  'ROWS.NO_IDS': { status: 400, text: 'No ids provided.' },
  'AUTH.PASSWORD_WRONG': { status: 403, text: 'The password is incorrect.' },
  'AUTH.PROOF_NEEDED': { status: 403, text: 'Confirm your password to continue.' },
  'SESSION.NOT_FOUND': { status: 404, text: 'This session has already ended.' },
  'TWO_FACTOR.CODE_REQUIRED': { status: 401, text: 'Enter the code from your authenticator app.' },
  'TWO_FACTOR.CODE_WRONG': { status: 403, text: 'This code is incorrect or was already used.' },
  'TWO_FACTOR.ALREADY_ON': { status: 409, text: 'Two-factor sign-in is already on.' },
  'TWO_FACTOR.NOT_BEGUN': { status: 409, text: 'Start the setup first.' },
  'TWO_FACTOR.NOT_ON': { status: 409, text: 'Two-factor sign-in is not on.' },
  'PASSKEY.REFUSED': { status: 403, text: 'This passkey was not accepted. Please try again.' },
  'PASSKEY.KNOWN': { status: 409, text: 'This passkey is already registered.' },
  'PASSKEY.NOT_FOUND': { status: 404, text: 'This passkey does not exist.' },
  'PASSKEY.LIMIT_REACHED': { status: 409, text: 'You can have at most 20 passkeys. Remove one to add another.' },
  'PASSKEY.UNAVAILABLE': { status: 409, text: 'Passkeys cannot be used at the address of this server.' },
  'PROFILE.COUNTRY_UNKNOWN': { status: 400, text: 'This country is not known.' },
  'PROFILE.NEEDED_WHILE_SUBSCRIBED': {
    status: 400,
    text: 'Country and currency cannot both be empty while you have a subscription.',
  },
  'PROFILE.CURRENCY_FIXED': { status: 400, text: 'The currency cannot be changed while you have a subscription.' },
  'KEYS.LIMIT_REACHED': { status: 409, text: "You've hit the limit of keys." },
  'KEYS.IN_ADDRESS': {
    status: 400,
    text: 'Send the key in a header, not in the address: addresses are kept in logs and histories. If this was one of your keys, delete it and create another.',
  },
  'KEYS.NOT_FOUND': { status: 404, text: 'This key does not exist.' },
  'BILLING.PROFILE_REQUIRED': { status: 400, text: 'You need to fill up your profile before subscribing to the service' },
  'BILLING.ALREADY_SUBSCRIBED': { status: 409, text: 'You already have an active subscription.' },
  'BILLING.SUBSCRIPTION_NOT_FOUND': { status: 404, text: 'This subscription does not exist.' },
  'BILLING.CHECKOUT_NOT_FOUND': { status: 404, text: 'This checkout does not exist.' },
  'BILLING.SIGNATURE_INVALID': { status: 400, text: 'The signature is not valid.' },
  'BILLING.OFF': { status: 409, text: 'Nothing is sold on this server.' },
  'BILLING.PROVIDER_FAILED': { status: 503, text: 'The payment provider could not be reached. Please try again in a moment.' },
  'ACCOUNTS.NOT_FOUND': { status: 404, text: 'This account does not exist.' },
  'JOBS.NOT_FOUND': { status: 404, text: 'No failed job has this id.' },
  'OPERATOR.OWN_ACCOUNT': { status: 409, text: 'Operators cannot block or delete their own account here.' },
  'AUTH.OPERATOR_ONLY': { status: 403, text: 'Only the operator may do this.' },
  'LIST.BUSY': { status: 429, text: 'Several of your lists are still loading. Please wait until they are done.' },
  'LIST.TOO_SLOW': {
    status: 503,
    text: 'This list takes too long to find and sort. Choose filters that match fewer rows, or another order.',
  },
  'EXPORT.OVER_LIMIT': { status: 403, text: 'This export exceeds what is left of your monthly export limit.' },
  'EXPORT.BUSY': { status: 429, text: 'Another of your exports is still running. Please wait until it is done.' },
  'IMPORT.UNREADABLE': { status: 400, text: 'The file could not be read. Nothing was loaded.' },
  'IMPORT.TOO_MANY_REJECTS': { status: 400, text: 'Too many rows were refused. Nothing was loaded.' },
  'IMPORT.BUSY': { status: 409, text: 'Too many imports into this table are running.' },
  'IMPORT.STOPPED': { status: 409, text: 'The import was stopped. Nothing was loaded.' },
  'IMPORT.NOT_FOUND': { status: 404, text: 'This import does not exist.' },
  'IMPORT.UPLOAD_NOT_FOUND': { status: 404, text: 'This file is no longer kept. Please upload it again.' },
  'IMPORT.UPLOAD_LIMIT': { status: 409, text: 'Too many files were uploaded today. Please try again tomorrow.' },
  'IMPORT.TEMPLATE_NOT_FOUND': { status: 404, text: 'This template does not exist.' },
  'IMPORT.TEMPLATE_LIMIT': { status: 409, text: 'There are too many templates. Delete some to save more.' },
  'IMPORT.NOT_RUNNING': { status: 409, text: 'This import has already ended.' },
  'IMPORT.NO_FILE': { status: 404, text: 'This import has no such file, or it is no longer kept.' },
  'IMPORT.NOT_UNDOABLE': { status: 409, text: 'This import cannot be undone.' },
  'VIEW.NOT_FOUND': { status: 404, text: 'This view does not exist.' },
  'VIEW.NAME_TAKEN': { status: 409, text: 'You already have a view with this name.' },
  'VIEW.LIMIT_REACHED': { status: 409, text: 'You have reached the view limit for this table.' },
  'ROW_LIST.NOT_FOUND': { status: 404, text: 'This list does not exist.' },
  'ROW_LIST.NAME_TAKEN': { status: 409, text: 'You already have a list with this name.' },
  'ROW_LIST.LIMIT_REACHED': { status: 409, text: 'You have reached the limit of 200 lists.' },
  'ROW_LIST.TOO_MANY_ROWS': { status: 400, text: 'A list holds at most 100,000 rows.' },
  'ROW_LIST.OTHER_TABLE': { status: 400, text: 'This list belongs to another table.' },
  'ROW_TAGS.LIMIT_REACHED': { status: 409, text: 'You have reached the limit of 200,000 tagged rows.' },
  'NOTE.NOT_FOUND': { status: 404, text: 'This note does not exist.' },
  'NOTE.LIMIT_REACHED': { status: 409, text: 'You have reached the limit of notes: 100 for a row, 20,000 in all.' },
  'ALERT.NOT_FOUND': { status: 404, text: 'This alert does not exist.' },
  'ALERT.MESSAGE_NOT_FOUND': { status: 404, text: 'One of these messages does not exist.' },
  'ALERT.NOTHING_TO_WATCH': { status: 404, text: 'What this alert should watch does not exist.' },
  'ALERT.LIMIT_REACHED': { status: 409, text: 'You have reached the limit of 50 alerts.' },
  'TRACKING.NAME_INVALID': { status: 400, text: 'One of the names is not valid.' },
  'TRACKING.SUBREDDIT_LIMIT': {
    status: 400,
    text: 'Adding these subreddits would exceed the maximum limit of 20. Please select fewer or delete existing ones.',
  },
  'TRACKING.USER_LIMIT': { status: 400, text: 'This exceeds the number of users you can track.' },
  'TRENDS.RUNNING': { status: 409, text: 'An analysis is running. Please wait until it is done.' },
  'TRENDS.NOT_FOUND': { status: 404, text: 'This trend does not exist.' },
  'TRENDS.TASK_NOT_FOUND': { status: 404, text: 'This analysis does not exist.' },
  'TRENDS.TOO_MANY_VIDEOS': { status: 400, text: 'There are too many videos to compare at once. Choose fewer days.' },
  'EXTENSION.OTHER_ADDRESS': {
    status: 403,
    text: 'This is not the address of this server. Open Leadloom at the address that the operator set as PUBLIC_URL.',
  },
  'SERVER.INTERNAL': { status: 500, text: 'Something went wrong on our side.' },
  'SERVER.BUSY': { status: 503, text: 'The server is busy. Please try again in a moment.' },
  'SERVER.UNAVAILABLE': { status: 503, text: 'The service is not available right now. Please try again in a moment.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorDefinitions;

/** RFC 9457 problem+json, carrying the same sentence as `msg`, `message` and `error` so that one body serves every client. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  code: z.string(),
  request_id: z.string(),
  msg: z.string(),
  message: z.string(),
  error: z.string(),
  /**
   * With 429 of the data API: which limits are used up, by their names in `RateLimit-Policy`; `exports`, `previews`
   * and `lists` where too many of the account's are made at once.
   */
  'violated-policies': z.array(z.string()).optional(),
  errors: z.array(z.object({ pointer: z.string().optional(), parameter: z.string().optional(), detail: z.string() })).optional(),
});

export type Problem = z.infer<typeof problemSchema>;
