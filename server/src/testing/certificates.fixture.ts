/** Certificates for tests of TLS, made by OpenSSL. Where it is not installed, `hasOpenssl` answers false. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export interface TestAuthority {
  /** Path of its certificate. */
  readonly certificate: string;
  readonly key: string;
}

export function hasOpenssl(): Promise<boolean> {
  return run('openssl', ['version']).then(
    () => true,
    () => false,
  );
}

/** @param directory where its files are put */
export async function makeAuthority(directory: string, name: string): Promise<TestAuthority> {
  const [certificate, key] = [join(directory, `${name}.pem`), join(directory, `${name}.key`)];
  await run('openssl', ['req', '-x509', '-days', '2', ...KEY, '-subj', `/CN=${name}`, '-keyout', key, '-out', certificate]);
  return { certificate, key };
}

/** A certificate for a server at a host name, as the texts of two files. */
export async function makeCertificate(directory: string, authority: TestAuthority, host: string) {
  const pathOf = (ending: string) => join(directory, `server.${ending}`);
  const [certificate, key, request] = [pathOf('pem'), pathOf('key'), pathOf('csr')];
  const owner = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  await run('openssl', ['req', ...KEY, ...owner, '-keyout', key, '-out', request]);
  const signed = ['-CA', authority.certificate, '-CAkey', authority.key, '-CAcreateserial', '-copy_extensions', 'copy'];
  await run('openssl', ['x509', '-req', '-in', request, ...signed, '-days', '2', '-out', certificate]);
  return { certificate: await readFile(certificate, 'utf8'), key: await readFile(key, 'utf8') };
}
