import { messageErrorCodes } from '@leadloom/shared/messages/message-error';
import { isMessageName, messageDefinitions } from '@leadloom/shared/messages/protocol';
import { describe, expect, it } from 'vitest';
import { readSources } from './source-files.ts';

const names = Object.keys(messageDefinitions);
const background = readSources(['extension/src/background'], /\.ts$/);

describe('messages', () => {
  it('the protocol has these messages and no other', () => {
    expect(names).toEqual(['checkExtension', 'checkCookies', 'checkConnections', 'runSearch', 'fetchData']);
  });

  it.each(Object.entries(messageDefinitions))('%s may be sent by the app alone and refuses unknown fields', (_, row) => {
    expect(row.sender).toBe('app');
    expect(row.request.safeParse({ headers: { cookie: 'x' } }).success).toBe(false);
  });

  it.each(names)('%s has a handler file with a test', (name) => {
    const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(background.map((source) => source.path)).toEqual(
      expect.arrayContaining([`extension/src/background/${file}.ts`, `extension/src/background/${file}.test.ts`]),
    );
  });

  it('inherited names are no message names', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 1, null, undefined])
      expect(isMessageName(name)).toBe(false);
  });

  it('every message error code is used', () => {
    const sources = readSources(['extension/src', 'web/src'], /\.tsx?$/).filter((file) => !/\.test\.tsx?$/.test(file.path));
    expect(messageErrorCodes.filter((code) => !sources.some((file) => file.text.includes(`'${code}'`)))).toEqual([]);
  });
});
