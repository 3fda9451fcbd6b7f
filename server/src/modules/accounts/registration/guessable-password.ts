/**
 * Passwords that programs guess early, beyond the list of common ones: a common word with digits or signs around it or with
 * letters replaced, the words of the product, the host and the account, and characters that are repeated or in order. It
 * looks at the password as a whole, so a phrase may hold such words. Pure.
 */
import { isCommonPassword } from './common-passwords.ts';

/** Digits and signs around a common word: a year and a sign. */
const MOST_AROUND = 5;
/** Shorter parts of an email or a host are in many words. */
const SHORTEST_WORD = 3;
const SHORTEST_COMMON = 4;
/** A run of characters that follow each other. */
const SHORTEST_RUN = 3;
/** Longer patterns are not guessed early, since their length is unknown, too. */
const LONGEST_PATTERN = 20;

const PRODUCT_WORDS = ['leadloom'] as const;
/** The label of hosts and domains that says nothing about them. */
const HOST_WORDS = new Set(['www', 'com', 'net', 'org']);
const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'] as const;
/** Signs and digits that stand for letters; `1` stands for two. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    0: 'o',
    1: 'i',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    8: 'b',
    9: 'g',
    '@': 'a',
    $: 's',
    '!': 'i',
    '|': 'l',
    '€': 'e',
  }),
);

export interface PasswordOwner {
  /** In lower case. */
  readonly email: string;
  /** The host of the server's address. */
  readonly host: string;
}

export function isGuessable(password: string, owner: PasswordOwner): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const isPattern = [...text].length <= LONGEST_PATTERN && (isRepeated(text) || isInOrder(text));
  return isPattern || isCommon(text) || isNameOf(text, owner);
}

function isCommon(text: string): boolean {
  const inside = withoutEdges(text);
  const mayBeDecorated = inside.length >= SHORTEST_COMMON && text.length - inside.length <= MOST_AROUND;
  return [...spellingsOf(text), ...(mayBeDecorated ? spellingsOf(inside) : [])].some(isCommonPassword);
}

function isNameOf(text: string, owner: PasswordOwner): boolean {
  const names = new Set([...PRODUCT_WORDS, ...namesIn(owner)]);
  const forms = [text, withoutEdges(text)].flatMap(spellingsOf).map(joined);
  return forms.some((form) => names.has(form));
}

/** The names in the addresses, whole and in parts: `mara.lind@nordlys.example`, `maralind`, `mara`, `lind`, `nordlys`. */
function namesIn({ email, host }: PasswordOwner): readonly string[] {
  const [local = '', domain = ''] = email.split('@');
  const parts = [...local.split(/[._+-]/), ...domain.split('.'), ...host.split('.')];
  const whole = [email, local, domain, host];
  return [...whole, ...parts].map(joined).filter((name) => name.length >= SHORTEST_WORD && !HOST_WORDS.has(name));
}

function spellingsOf(text: string): readonly string[] {
  const letters = (one: string) => [...text].map((sign) => (sign === '1' ? one : (LETTERS.get(sign) ?? sign))).join('');
  return [...new Set([text, letters('i'), letters('l')])];
}

/** Letters with what is between them. */
function withoutEdges(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
}

function joined(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** `aaaaaa`, `ababab` */
function isRepeated(text: string): boolean {
  const signs = [...text];
  return [1, 2].some((unit) => signs.every((sign, at) => sign === signs[at % unit]));
}

/** Whether the whole text consists of runs, each repeated, in order or along the keyboard: `1234abcd`, `qweasd123`. */
function isInOrder(text: string): boolean {
  const signs = [...text];
  let length = 1;
  // Two characters may be neighbours in several orders; the third one decides.
  let steps: readonly string[] | null = null;
  for (const [at, sign] of signs.entries()) {
    if (at === 0) continue;
    const here = stepsBetween(signs[at - 1] ?? '', sign);
    const goingOn: readonly string[] = steps === null ? here : here.filter((step) => steps?.includes(step));
    if (goingOn.length > 0) {
      steps = goingOn;
      length += 1;
    } else {
      if (length < SHORTEST_RUN) return false;
      steps = null;
      length = 1;
    }
  }
  return length >= SHORTEST_RUN;
}

function stepsBetween(one: string, other: string): readonly string[] {
  if (one === other) return ['same'];
  const isAlike = /^(?:\d\d|[a-z][a-z])$/.test(one + other);
  const distance = (other.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0);
  // 9 is followed by 0.
  const isUp = distance === 1 || one + other === '90';
  const isDown = distance === -1 || one + other === '09';
  const inOrder = isAlike && (isUp || isDown) ? [isUp ? 'up' : 'down'] : [];
  const alongRows = KEYBOARD.flatMap((row, number) => {
    if (row.includes(one + other)) return [`row ${number}`];
    return row.includes(other + one) ? [`row ${number} back`] : [];
  });
  return [...inOrder, ...alongRows];
}
