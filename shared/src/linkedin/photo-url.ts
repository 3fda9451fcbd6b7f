/** Only pictures on the network's own media host are kept, shown and let through the page's policy: any other address is somebody's bait. */
export const PHOTO_ORIGIN = 'https://media.licdn.com';
const MAX_LENGTH = 2048;

export function isNetworkPhotoUrl(url: string): boolean {
  if (url.length > MAX_LENGTH || !URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origin === PHOTO_ORIGIN && username === '' && password === '';
}
