/** Only pictures on the network's own media host are kept: any other address in an answer is somebody's bait. */
const MEDIA_HOST = 'media.licdn.com';
const MAX_LENGTH = 2048;

export function isNetworkPhotoUrl(url: string): boolean {
  if (url.length > MAX_LENGTH || !URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  return protocol === 'https:' && hostname === MEDIA_HOST && port === '' && username === '' && password === '';
}
