/** The endpoints of every data table, described once, for the chosen table; the address remembers which. */

import { rowJsonSchema } from '@leadloom/shared/reference/describe-columns';
import { describeFilters, isOfLink } from '@leadloom/shared/reference/describe-filter';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TabList } from '../../components/tab-list.tsx';
import { Code } from './code.tsx';
import { type DescribedField, describeField, describeFields } from './describe-schema.ts';
import { DocSection } from './doc-section.tsx';
import { EndpointEntry } from './endpoint-entry.tsx';
import { FieldFacts } from './field-facts.tsx';
import { Fold } from './fold.tsx';
import { useEndpoints } from './use-endpoints.ts';

export function TablesSection({ id, title }: { readonly id: string; readonly title: string }) {
  const [chosen, choose] = useChosenTable();
  const tabId = useId();
  const endpoints = useEndpoints('tables', chosen);
  const definition = tableByName(chosen);
  return (
    <DocSection id={id} title={title}>
      <Typography>
        Every table has the same endpoints, with its own filters and columns. Filters work as they do on the table’s screen. A row
        must match every filter, and any one of a filter’s values. Send several values as a repeated parameter, such as{' '}
        <Code>country=France&country=Italy</Code>, or joined by commas without spaces: <Code>country=France,Italy</Code>. If a
        single value contains such a comma, send it twice.
      </Typography>
      <TabList
        label="Table"
        tabs={tableNames.map((name) => ({
          value: name,
          id: `${tabId}-${name}`,
          controls: `${tabId}-panel`,
          text: tableByName(name).title,
        }))}
        value={chosen}
        onChange={choose}
      />
      <Box
        id={`${tabId}-panel`}
        role="tabpanel"
        aria-labelledby={`${tabId}-${chosen}`}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
      >
        <Fold key={`${chosen}-filters`} title={`Filters of ${definition.title}`} isOpen>
          <FieldFacts fields={filterFields(definition)} areSent={false} />
        </Fold>
        <Fold key={`${chosen}-columns`} title={`Columns of ${definition.title}`}>
          <FieldFacts fields={columnFields(definition)} areSent={false} />
        </Fold>
        {endpoints.map((endpoint) => (
          <EndpointEntry key={endpoint.name} endpoint={endpoint} />
        ))}
      </Box>
    </DocSection>
  );
}

function filterFields(definition: TableDefinition): readonly DescribedField[] {
  // Those of linked rows are the linked table's own, with the link in front.
  return describeFilters(definition)
    .filter(({ name }) => !isOfLink(name))
    .map(({ name, schema, text }) => describeField(name, schema, false, text));
}

function columnFields(definition: TableDefinition): readonly DescribedField[] {
  return describeFields(rowJsonSchema(definition));
}

function useChosenTable(): readonly [TableName, (name: TableName) => void] {
  const [search, setSearch] = useSearchParams();
  const named = tableNames.find((name) => name === search.get('table'));
  const choose = (name: TableName) => setSearch({ table: name }, { replace: true, preventScrollReset: true });
  return [named ?? 'companies', choose];
}
