/** @param origin of the server, such as `https://leads.example.com` */
export function apiBase(origin: string): string {
  return `${origin}/api/v1`;
}
