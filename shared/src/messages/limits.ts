/** Names and limits of the messages without their schemas, so that the bridge does not bundle zod. */

/** Marks our messages among all others on the page's window. */
export const CHANNEL = 'leadloom';
/**
 * The maximum length of one response from LinkedIn, in characters. Real responses stay below 1 MiB. Two of this
 * length, escaped into one JSON body, still fit the parse endpoints.
 */
export const MAX_ANSWER_LENGTH = 3 * 1024 * 1024;
/** The maximum length of one message from a page, in characters of its JSON form. */
export const MAX_REQUEST_LENGTH = 96 * 1024;
