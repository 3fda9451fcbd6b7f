/** People of the generated companies, so that questions about linked rows have some. */
import { databaseName, domainColumn } from '@leadloom/server/schema/data-table';
import { people } from '@leadloom/shared/tables/people';
import { withClient } from './cluster.ts';
import type { Stage } from './stage.ts';

/** One company in so many has a person. */
const EVERY = 5;
const MOST = 1_000_000;

/** Does nothing where there are people already. @returns how many there are */
export async function loadPeople({ rows, login }: Stage): Promise<number> {
  const table = databaseName(people);
  return withClient(login, async (client) => {
    const count = async () => Number((await client.query(`select count(*) as people from ${table}`)).rows[0]?.people);
    if ((await count()) === 0) {
      await client.query(
        `insert into ${table} (name, title, company_name, company_website, ${domainColumn('company_website')}, country, email,
            updated_at, canonical_key, source)
          select 'Person ' || id, 'Buyer', name, website, ${domainColumn('website')}, country,
            case when id % 3 = 0 then 'person' || id || '@mail.example' end, updated_at, 'person ' || id, 'benchmark'
          from companies where id % $1 = 0 order by id limit $2`,
        [EVERY, Math.min(MOST, Math.ceil(rows / EVERY))],
      );
      await client.query(`vacuum (analyze) ${table}`);
    }
    return count();
  });
}
