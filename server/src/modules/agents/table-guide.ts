/** What an agent can know about a table before it asks: its columns and filters, read from the contract. Pure. */
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { rowJsonSchema } from '@leadloom/shared/reference/describe-columns';
import { isOfLink } from '@leadloom/shared/reference/describe-filter';
import { describeParameters } from '@leadloom/shared/reference/describe-parameters';
import { filterExamples, linkTexts, operatorTexts } from '@leadloom/shared/reference/filter-examples';
import type { JsonSchema } from '@leadloom/shared/reference/json-schema';
import { filterShape } from '@leadloom/shared/tables/filter-query';
import { linkNames } from '@leadloom/shared/tables/linked-tables';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';

/** An agent should not have to read more known values in the description of a tool. */
const SHOWN_VALUES = 40;

interface TableFilter {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly text: string;
}

interface TableGuide {
  readonly table: TableName;
  readonly title: string;
  /** The JSON Schema of each column, by its name. */
  readonly columns: JsonSchema;
  readonly filters: readonly TableFilter[];
}

const FILTERS_TEXT = [
  'Filters of the table, by name. A row must fit all of them. For the filter k:',
  ...operatorTexts.map(([parameter, text]) => `${parameter}: ${text}`),
].join('\n');

const known = new Map<TableName, TableGuide>();

/** The guide of a table. It is made once, when it is first requested. */
export function tableGuide(table: TableName): TableGuide {
  const made = known.get(table) ?? makeGuide(table);
  known.set(table, made);
  return made;
}

function makeGuide(table: TableName): TableGuide {
  const definition = tableByName(table);
  const names = new Set(Object.keys(filterShape(definition)));
  const filters = describeParameters({ name: `${table}.list`, endpoint: endpointsByName(table).list, definition })
    // Those of linked rows are many, and all of a kind: the description of `where` says how they are written.
    .filter(({ name }) => names.has(name) && !isOfLink(name))
    .map(({ name, schema, text }) => ({ name, schema, text: text ?? '' }));
  return { table, title: definition.title, columns: rowJsonSchema(definition), filters };
}

function linkedFilters(table: TableName): Pick<JsonSchema, 'patternProperties'> {
  const links = linkNames(tableByName(table));
  if (links.length === 0) return {};
  const description = `A filter of linked rows: a filter of the linked table, with the name of the link and a dot in front. Links: ${linkTexts(table).join(', ')}. With \`any\`, such as \`${links[0]}.any\`: whether there is a linked row.`;
  return { patternProperties: { [`^(?:${links.join('|')})\\.[a-z_]+$`]: { description } } };
}

/** The filters of every table as one schema. A filter of one table together with one of another fits none of its branches. */
export function filtersJsonSchema(): JsonSchema {
  return {
    description: FILTERS_TEXT,
    anyOf: tableNames.map((table) => {
      const { title, filters } = tableGuide(table);
      return {
        title: `Filters of ${title} (${table})`,
        type: 'object',
        properties: Object.fromEntries(
          filters.map(({ name, schema, text }) => [name, { ...withoutLongLists(schema), description: text }]),
        ),
        // Filters of linked rows, such as `company.country`: those of the linked table, with the link in front.
        ...linkedFilters(table),
        additionalProperties: false,
        examples: [filterExamples(table).filters, { where: filterExamples(table).where }],
      };
    }),
  };
}

/** Where any text is accepted, a long list of known values is left to the table's resource. */
function withoutLongLists(schema: JsonSchema): JsonSchema {
  const { items } = schema;
  if (typeof items !== 'object' || Array.isArray(items)) return schema;
  const [values, other] = items.anyOf ?? [];
  if (other?.type !== 'string' || (values?.enum?.length ?? 0) <= SHOWN_VALUES) return schema;
  return { ...schema, items: { type: 'string', examples: values?.enum?.slice(0, 3) ?? [] } };
}
