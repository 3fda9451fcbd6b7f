import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../../testing/test-import.ts';

describe('the key of a page at LinkedIn', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());

  it('it is what one pattern finds in an address, however the address is written', async () => {
    const begins = ['https://', 'HTTP://', 'ftp://', '', ' https://', 'https://x/'];
    const hosts = [
      'linkedin.com',
      'www.LinkedIn.com',
      'de.linkedin.com',
      'a.b.linkedin.com',
      'linkedin.linkedin.com',
      'linkedin.co',
    ];
    const paths = [
      '/company/Acme',
      '/SCHOOL/Éa/about',
      '/showcase/x?a=/b',
      '/company/x#y',
      '/company/x y',
      '/company/x\ny/z',
      '/company/',
      '/company//x',
      '/company/?x',
      '/in/x',
      '/company/linkedin.com/school/y',
      '',
    ];
    const addresses = begins.flatMap((begin) => hosts.flatMap((host) => paths.map((path) => `${begin}${host}${path}`)));
    const { rows } = await imports.database.$client.query<{ address: string; key: string | null; found: string | null }>(
      `select address, linkedin_key(address) as key,
        lower(substring(address from '(?i)^(?:https?://)?(?:[a-z]+\\.)?linkedin\\.com/((?:company|school|showcase)/[^/?#[:space:]]+)')) as found
      from unnest($1::text[]) address`,
      [addresses],
    );
    expect(rows.filter(({ found }) => found !== null)).toHaveLength(84);
    expect(rows.filter(({ key, found }) => key !== found)).toEqual([]);
    const { rows: blank } = await imports.database.$client.query('select linkedin_key(null) as key');
    expect(blank).toEqual([{ key: null }]);
  });
});
