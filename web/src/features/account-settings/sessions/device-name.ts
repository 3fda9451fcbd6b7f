/** Browser and system in plain words, from the user agent. null if not recognised. */
const browsers: readonly (readonly [RegExp, string])[] = [
  // Most browsers also contain the names of the ones below them.
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox on Windows"; one half if the other is unknown; null if both are. */
export function deviceName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const known = [browsers, systems].map((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1]);
  const found = known.filter((name) => name !== undefined);
  return found.length === 0 ? null : found.join(' on ');
}
