import { expect, it } from 'vitest';
import { hashInputs } from './build-stamp.ts';
import { extensionBuild } from './builds.ts';

const stampOf = (publicUrl: string, serverKey: string | null) => {
  const { inputs, environment } = extensionBuild(publicUrl, serverKey);
  return hashInputs(inputs, environment);
};

it('an extension is built anew for another address, and for a server with another key', () => {
  const stamps = [
    stampOf('http://localhost:3000', 'key of one server'),
    stampOf('http://localhost:3000', 'key of another'),
    stampOf('http://localhost:3000', null),
    stampOf('https://leads.example.com', 'key of one server'),
  ];
  expect(new Set(stamps).size).toBe(4);
  expect(stampOf('http://localhost:3000', 'key of one server')).toBe(stamps[0]);
});
