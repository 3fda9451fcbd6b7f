/** The mapping of a CRM with what is known of its columns and properties. Pure. */
import type { CrmConnector, CrmProperty } from '../../connectors/crm-connector.ts';
import { AppError } from '../../http/app-error.ts';
import type { MappedColumn } from './compare-record.ts';
import type { CrmSettings } from './crm-settings.ts';
import type { SourceRows } from './source-rows.ts';

/** @throws {AppError} CRM.NO_MAPPING, also where a column or property does not exist, or is only read */
export function readMapping(
  { mapping }: CrmSettings,
  source: Pick<SourceRows, 'kindOf'>,
  properties: readonly CrmProperty[],
  { keyProperty }: Pick<CrmConnector, 'keyProperty'>,
): readonly MappedColumn[] {
  if (mapping.length === 0) throw new AppError('CRM.NO_MAPPING');
  const known = new Map(properties.map((property) => [property.name, property]));
  return mapping.map(({ column, property: name, rule }) => {
    const kind = source.kindOf(column);
    if (kind === null) throw refused(`The rows have no column “${column}”.`);
    const property = known.get(name);
    if (property === undefined) throw refused(`The CRM has no property “${name}”.`);
    if (property.isReadOnly && name !== keyProperty) throw refused(`The CRM alone writes the property “${property.label}”.`);
    return { column, kind, property, rule };
  });
}

function refused(message: string): AppError {
  return new AppError('CRM.NO_MAPPING', { message: `${message} Change the mapping.` });
}

/** The names of the properties. */
export function propertiesOf(mapping: readonly MappedColumn[]): readonly string[] {
  return mapping.map(({ property }) => property.name);
}
