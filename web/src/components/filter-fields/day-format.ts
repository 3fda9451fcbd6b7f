/** How the reader's language writes a day in figures, in the notation of the date fields: `DD.MM.YYYY`. */
export function dayFormat(locale?: string): string {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(0);
  return parts.map(({ type, value }) => notation[type] ?? value).join('');
}

const notation: Readonly<Record<string, string>> = { day: 'DD', month: 'MM', year: 'YYYY' };
