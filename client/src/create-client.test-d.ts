/** What the compiler knows of the client; `pnpm check` compiles this, nothing runs it. */

import type { CollectedProfile, ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import type { DeletedRow as ContractDeletedRow } from '@leadloom/shared/contract/data-api';
import type { ExportPreview as ContractPreview } from '@leadloom/shared/contract/tables';
import type { Trend as ContractTrend } from '@leadloom/shared/contract/trends';
import type { Usage as ContractUsage } from '@leadloom/shared/contract/usage';
import type { RowOf } from '@leadloom/shared/tables/define-table';
import type { TableName as ContractName, tables } from '@leadloom/shared/tables/tables';
import { expectTypeOf } from 'vitest';
import { type Client, createClient, type Tables } from './create-client.ts';
import type { DeletedRow, ExportPreview, ListedProfile, Profile, Trend, Usage } from './types/answers.ts';
import type { TableName, tableNames } from './types/tables.ts';

type Mutable<Value> = Value extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
    : Value;

// Rows are those of the definitions.
type ClientRows = { [Table in keyof Tables]: Mutable<Tables[Table]['row']> };
type ContractRows = { [Table in keyof Tables]: Mutable<RowOf<(typeof tables)[(typeof tableNames)[Table]]>> };
expectTypeOf<ClientRows>().toEqualTypeOf<ContractRows>();
expectTypeOf<TableName>().toEqualTypeOf<ContractName>();

// The types of everything else that is answered are those of the contract, too.
expectTypeOf<Mutable<Usage>>().toEqualTypeOf<Mutable<ContractUsage>>();
expectTypeOf<Mutable<DeletedRow>>().toEqualTypeOf<Mutable<ContractDeletedRow>>();
expectTypeOf<Mutable<ExportPreview>>().toEqualTypeOf<Mutable<ContractPreview>>();
expectTypeOf<Mutable<ListedProfile>>().toEqualTypeOf<Mutable<ProfileListItem>>();
expectTypeOf<Mutable<Profile>>().toEqualTypeOf<Mutable<CollectedProfile>>();
expectTypeOf<Mutable<Trend>>().toEqualTypeOf<Mutable<ContractTrend>>();

declare const client: Client;
const { companies } = client.tables;

// A row has all columns where none were named, and those alone where some were; the id and the version always.
expectTypeOf(companies.list).returns.resolves.toHaveProperty('data');
expectTypeOf(await companies.get(1)).toEqualTypeOf<Tables['companies']['row']>();
expectTypeOf(await companies.get(1, { fields: ['name', 'revenue'] })).toEqualTypeOf<{
  readonly id: number;
  readonly changed_in: number;
  readonly name: string | null;
  readonly revenue: number | null;
}>();
for await (const row of companies.walk({ fields: ['city'] })) {
  expectTypeOf(row).toEqualTypeOf<{ readonly id: number; readonly changed_in: number; readonly city: string | null }>();
}
const { data } = await client.tables.redditPosts.list({ fields: ['title'], score: '20-50' });
expectTypeOf(data).toEqualTypeOf<
  readonly { readonly id: number; readonly changed_in: number; readonly title: string | null }[]
>();

// Where a long text orders the rows there is no cursor to go on by.
expectTypeOf((await companies.list()).next_cursor).toEqualTypeOf<string | null | undefined>();
expectTypeOf((await client.profiles.list()).next_cursor).toEqualTypeOf<string | null>();
for await (const profile of client.profiles.walk({ country: 'Norway' })) expectTypeOf(profile).toEqualTypeOf<ListedProfile>();

// A filter or column that does not exist, and a value a filter does not know, are mistakes.
// @ts-expect-error: no such filter
void companies.list({ county: 'France' });
// @ts-expect-error: no such column
void companies.list({ fields: ['nme'] });
// @ts-expect-error: no such range
void companies.list({ employee_count: '50-100' });
// @ts-expect-error: pages of a walk are the walk's own
void companies.walk({ page: 2 });
// @ts-expect-error: so are those of profiles
void client.profiles.walk({ page: 2 });
// @ts-expect-error: no such filter takes text
void companies.suggest('county', 'Fr');
// @ts-expect-error: a key is needed
createClient({ origin: 'https://leads.example.com' });
