/**
 * What is compared of a name if no row has it letter by letter: letters, digits and signs of names, without case, accents
 * and the legal form, as the database's function `name_key` makes it. A test compares both. Pure.
 */
import { foldText } from '../tables/values/fold-text.ts';
import { FORMS_BEHIND, FORMS_IN_FRONT, FORMS_ON_EITHER_SIDE, formWords } from '../tables/values/legal-forms.ts';
import { spelledOut } from '../tables/values/search-words.ts';
import { patternsIn } from '../tables/values/word-patterns.ts';

const KEY_LIMIT = 200;
const breaks = new RegExp(patternsIn('script').nameBreaks, 'gu');
const formsAtEnd = new RegExp(`(?: *(?:${FORMS_ON_EITHER_SIDE}))+$`, 'u');
const formsAtFront = new RegExp(`^(?:(?:${FORMS_ON_EITHER_SIDE}) *)+`, 'u');

/**
 * @param hasForms whether the name is that of a company, whose legal form does not count
 * @returns null: the name has no letter or digit
 */
export function nameKey(name: string, hasForms: boolean): string | null {
  const folded = foldText(name.replace(/[™℠]/g, '')).replace(/[.'’]/g, '');
  const text = folded.replace(breaks, ' ').trim();
  const key = (hasForms ? withoutForms(text) : text).replaceAll(' ', '');
  return key === '' ? null : Array.from(key).slice(0, KEY_LIMIT).join('');
}

function withoutForms(text: string): string {
  const bare = text.replace(formsAtEnd, '').replace(formsAtFront, '');
  const words = (bare === '' ? text : bare).split(/ +/).filter((word) => word !== '');
  const named = words.slice(0, words.length - formWords(words, FORMS_BEHIND));
  const [first = ''] = named;
  return (named.length > 1 && FORMS_IN_FRONT.includes(first) ? named.slice(1) : named).join('');
}

/** Whether both are one name, also where one of them has German or Nordic letters spelled out. */
export function isSameName(one: string, other: string, hasForms: boolean): boolean {
  const keys = keysOf(other, hasForms);
  return keysOf(one, hasForms).some((key) => keys.includes(key));
}

function keysOf(name: string, hasForms: boolean): readonly string[] {
  const spelled = spelledOut(name);
  return [name, ...(spelled === null ? [] : [spelled])].flatMap((text) => nameKey(text, hasForms) ?? []);
}
