/** The usual name of an encoding an operator names, such as `latin1`; null where there is none of that name. */
export function readEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
