import { describe, expect, it } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.ts';

describe('recovery codes', () => {
  it('there are ten different recovery codes of eighty bits', () => {
    const codes = createRecoveryCodes();
    expect(codes).toHaveLength(10);
    expect(new Set([...codes, ...createRecoveryCodes()]).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  });

  it('recovery codes are read without regard to case, spaces and hyphens', () => {
    const [code = ''] = createRecoveryCodes();
    const typed = [code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `, code.split('').join(' ')];
    for (const text of typed) expect(hashRecoveryCode(text)).toEqual(hashRecoveryCode(code));
    expect(hashRecoveryCode(`${code}A`)).not.toEqual(hashRecoveryCode(code));
  });
});
