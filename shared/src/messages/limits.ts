/** Names and limits of the messages without their schemas: the bridge is too small to carry zod. */

/** Marks our messages among all others on the page's window. */
export const CHANNEL = 'leadloom';
/**
 * The most the network may answer to one request, in characters. Real answers stay below 1 MiB; two of
 * these, escaped into one JSON body, still fit what the parse endpoints take.
 */
export const MAX_ANSWER_LENGTH = 3 * 1024 * 1024;
/** The most a page may put into one message, in characters of its JSON form. */
export const MAX_REQUEST_LENGTH = 96 * 1024;
