/**
 * The text of an API key: `ll_live_` or `ll_test_`, 8 characters that name it in public, 32 that are its secret, and
 * 6 of CRC32. Thanks to the checksum, a mistyped key is refused without a query, and secret scanners recognise a real
 * one. Only the SHA-256 of the text and its public prefix are stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type ApiKeyKind, KEY_MARKS } from '@leadloom/shared/contract/keys';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 8;
/** 32 of 62 characters: 190 bits. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const shape = new RegExp(
  `^((?:${Object.values(KEY_MARKS).join('|')})([0-9A-Za-z]{${ID_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

export interface NewKeyText {
  readonly id: string;
  readonly text: string;
  readonly prefix: string;
  readonly secretHash: Buffer;
}

export function createKeyText(kind: ApiKeyKind = 'live'): NewKeyText {
  const id = randomText(ID_LENGTH);
  const prefix = KEY_MARKS[kind] + id;
  const body = prefix + randomText(SECRET_LENGTH);
  const text = body + checksumOf(body);
  return { id, text, prefix, secretHash: hashKeyText(text) };
}

/** The public id in a text that could be one of our keys; null for anything else. */
export function readKeyId(text: string): string | null {
  const [, body, id, checksum] = shape.exec(text) ?? [];
  if (body === undefined || id === undefined) return null;
  return checksum === checksumOf(body) ? id : null;
}

/** The public id in a stored prefix. */
export function idOfPrefix(prefix: string): string {
  return prefix.slice(-ID_LENGTH);
}

export function hashKeyText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** @param text the key without its checksum */
export function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** Bytes from the last multiple of 62 on are discarded, so that every character is equally likely. */
function randomText(length: number): string {
  const fair = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length))
      if (byte < fair && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return text;
}
