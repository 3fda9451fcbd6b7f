/** Addresses of databases, as settings give them and the driver takes them. */

/**
 * The address for the driver, with the meaning that PostgreSQL's own programs give to `sslmode`: `require` encrypts,
 * `verify-full` also checks whom it talks to.
 */
export function driverUrl(url: string): string {
  const changed = new URL(url);
  const { searchParams } = changed;
  if (!searchParams.has('sslmode')) return url;
  // The certificates the system trusts are the driver's default.
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert');
  searchParams.set('uselibpqcompat', 'true');
  return changed.href;
}
