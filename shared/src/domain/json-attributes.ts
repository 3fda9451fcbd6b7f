/** Resource objects of JSON:API as flat objects. */

/**
 * Resource objects of JSON:API hold their values under `attributes`. Answers to a form are among them, each an object with its
 * value: they become values of their own.
 * @returns a flat object; any other object as it is
 */
export function attributesOf(data: object): object {
  const resource: Readonly<Record<string, unknown>> = { ...data };
  const { attributes } = resource;
  if (typeof resource.type !== 'string' || !isObject(attributes)) return data;
  const { id } = resource;
  return { ...(id === undefined ? {} : { id }), ...Object.fromEntries(Object.entries(attributes).flatMap(valuesOf)) };
}

function valuesOf([name, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return [[name, value]];
  const answers = Object.entries(value).filter(([, answer]) => isObject(answer));
  if (answers.length === 0) return [[name, value]];
  return answers.map(([question, answer]) => [question, Object.getOwnPropertyDescriptor(answer, 'value')?.value ?? null]);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
