import { COLLECTED_PEOPLE, type MyTable } from '@leadloom/shared/contract/my-rows';
import { tableByName } from '@leadloom/shared/tables/tables';

/** The title of the table that a list holds rows of. */
export function listTableTitle(table: MyTable): string {
  return table === COLLECTED_PEOPLE ? 'Collected people' : tableByName(table).title;
}
