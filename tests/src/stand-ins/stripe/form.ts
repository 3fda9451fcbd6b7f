/** Bodies as the API takes them: `application/x-www-form-urlencoded` with nested names, `line_items[0][price]=…`. */

/** Names as they were sent, in one flat object. */
export type Form = Readonly<Record<string, string>>;

export function readForm(body: string): Form {
  return Object.fromEntries(new URLSearchParams(body));
}

/** What a client would send for these parameters: for tests that compare a request with the library's own types. */
export function formOf(parameters: object): Form {
  return Object.fromEntries(flatten(parameters, ''));
}

/** The fields below a name: `metadata[offer]=x` as `{ offer: 'x' }`. */
export function fieldsBelow(form: Form, name: string): Record<string, string> {
  const prefix = `${name}[`;
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) =>
      key.startsWith(prefix) && key.indexOf(']') === key.length - 1 ? [[key.slice(prefix.length, -1), value]] : [],
    ),
  );
}

function flatten(value: unknown, name: string): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, name === '' ? key : `${name}[${key}]`));
}
