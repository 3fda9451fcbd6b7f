/** A country's English name for its code, for responses that contain only the code. */
let names: Intl.DisplayNames | undefined;

/** @param code ISO 3166-1 alpha-2, upper case */
export function regionName(code: string | null): string | null {
  if (code === null || code === 'ZZ') return null;
  names ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  try {
    return names.of(code) ?? null;
  } catch {
    return null;
  }
}
