/** One self-signed certificate per process, made on first use; clients are told not to check it. */
import { generate } from 'selfsigned';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

let made: Promise<Certificate> | undefined;

export function localCertificate(): Promise<Certificate> {
  made ??= makeCertificate();
  return made;
}

async function makeCertificate(): Promise<Certificate> {
  const hosts = ['www.linkedin.com', 'media.licdn.com', 'localhost', 'hostile.example.com'];
  const pair = await generate([{ name: 'commonName', value: 'Local stand-in' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [...hosts.map((value) => ({ type: 2, value }) as const), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  });
  return { key: pair.private, cert: pair.cert };
}
