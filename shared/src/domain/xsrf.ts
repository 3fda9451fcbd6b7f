/** The double-submit pair: the server sets the cookie, scripts of our own origin echo it in the header. */
export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'X-XSRF-TOKEN';
