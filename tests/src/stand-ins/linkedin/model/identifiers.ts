/** Identifiers that name an index and can be read back: member ids, slugs, company numbers. */
import { createDice, purpose, scramble, unscramble } from './dice.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const PREFIX = 'ACoAA';
const CODE_LENGTH = 6;
const FILLER_LENGTH = 28;

/** 39 characters: the prefix of every member, six that hold the index, the rest to look like one. */
export function memberId(seed: number, index: number): string {
  return `${PREFIX}${writeCode(scramble(seed, index))}${filler(seed, index, purpose.identifier, FILLER_LENGTH)}`;
}

/** The index a member id names, or undefined when it is none of ours. */
export function readMemberId(seed: number, id: string): number | undefined {
  if (!id.startsWith(PREFIX) || id.length !== PREFIX.length + CODE_LENGTH + FILLER_LENGTH) return undefined;
  const code = readCode(id.slice(PREFIX.length, PREFIX.length + CODE_LENGTH));
  if (code === undefined) return undefined;
  const index = unscramble(seed, code);
  return memberId(seed, index) === id ? index : undefined;
}

/** What a search shows instead of the id of a member out of reach: never starts like a member's id. */
export function headlessId(seed: number, index: number): string {
  return `ACoJX${filler(seed, index, purpose.headless, CODE_LENGTH + FILLER_LENGTH)}`;
}

/** Eight hexadecimal digits, as the network appends them to a name that is taken. */
export function slugCode(seed: number, index: number): string {
  return scramble(seed, index).toString(16).padStart(8, '0');
}

export function readSlugCode(seed: number, slug: string): number | undefined {
  const digits = /-([0-9a-f]{8})$/.exec(slug)?.[1];
  return digits === undefined ? undefined : unscramble(seed, Number.parseInt(digits, 16));
}

function filler(seed: number, index: number, salt: number, length: number): string {
  const dice = createDice(seed, index, salt);
  return Array.from({ length }, () => ALPHABET.charAt(dice(ALPHABET.length))).join('');
}

function writeCode(value: number): string {
  let rest = value;
  let text = '';
  for (let digit = 0; digit < CODE_LENGTH; digit += 1) {
    text = ALPHABET.charAt(rest % 64) + text;
    rest = Math.floor(rest / 64);
  }
  return text;
}

function readCode(text: string): number | undefined {
  let value = 0;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 64 + digit;
  }
  return value < 2 ** 32 ? value : undefined;
}
