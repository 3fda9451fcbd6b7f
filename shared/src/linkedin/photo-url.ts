/**
 * Only pictures on LinkedIn's own media host are stored, shown and allowed by the page's policy. Any other
 * address could be a trap.
 */
export const PHOTO_ORIGIN = 'https://media.licdn.com';
const MAX_LENGTH = 2048;

export function isNetworkPhotoUrl(url: string): boolean {
  if (url.length > MAX_LENGTH || !URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origin === PHOTO_ORIGIN && username === '' && password === '';
}
