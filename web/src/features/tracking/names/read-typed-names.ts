/** Names typed or pasted, several at once: one per comma, semicolon, tab or line. */
const SEPARATORS = /[,;\t\n\r]+/;
/** How much of an invalid text is repeated in the message. */
const SHOWN = 60;

export interface TypedNames {
  /** Each once, as `readName` brings them to form. */
  readonly names: readonly string[];
  /** What is no name, as it was typed. */
  readonly wrong: readonly string[];
}

export function hasSeparator(text: string): boolean {
  return SEPARATORS.test(text);
}

export function readTypedNames(
  text: string,
  readName: (text: string) => string | null,
  keyOf: (name: string) => string,
): TypedNames {
  const names = new Map<string, string>();
  const wrong: string[] = [];
  for (const part of text.split(SEPARATORS).map((one) => one.trim())) {
    if (part === '') continue;
    const name = readName(part);
    if (name === null) wrong.push(part);
    else if (!names.has(keyOf(name))) names.set(keyOf(name), name);
  }
  return { names: [...names.values()], wrong };
}

export function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
