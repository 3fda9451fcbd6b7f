/** The canonical name of an encoding for a label such as `latin1`; null if there is none. */
export function readEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
