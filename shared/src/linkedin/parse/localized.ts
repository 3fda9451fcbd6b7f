/** Texts a member wrote. LinkedIn stores them in the profile's own locale and copies them under others. */
import { isObject, type JsonObject, stringOf, textOf } from './json-value.ts';

/**
 * `owner[name]`; if that is empty, its copy in the profile's locale, in English, or the first one.
 * @param locale the record with `primaryLocale`; default: the owner
 */
export function localized(
  owner: JsonObject | undefined,
  name: string,
  locale: JsonObject | undefined = owner,
): string | undefined {
  if (owner === undefined) return undefined;
  const direct = textOf(owner[name]);
  if (direct !== undefined && direct.trim() !== '') return direct;
  const copies = owner[`multiLocale${name.charAt(0).toUpperCase()}${name.slice(1)}`];
  if (!isObject(copies)) return undefined;
  const primary = isObject(locale?.primaryLocale) ? locale.primaryLocale : {};
  const language = stringOf(primary.language) ?? '';
  const key = `${language}_${stringOf(primary.country) ?? ''}`;
  for (const name of [key, 'en_US'])
    if (Object.hasOwn(copies, name) && textOf(copies[name]) !== undefined) return textOf(copies[name]);
  for (const name of Object.keys(copies).slice(0, 20)) if (textOf(copies[name]) !== undefined) return textOf(copies[name]);
  return undefined;
}
