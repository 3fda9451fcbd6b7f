/** The page of a TikTok user. Names come from data, so they are encoded. */
export function userAddress(uniqueId: string): string {
  return `https://www.tiktok.com/@${encodeURIComponent(uniqueId)}`;
}

/** An address as people read it: without what all of them begin with. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '');
}
