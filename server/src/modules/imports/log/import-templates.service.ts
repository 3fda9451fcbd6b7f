/**
 * Import options for files of one form, stored under a name. Templates belong to the installation: every operator uses
 * them.
 */
import { type ImportTemplate, importOptionsSchema } from '@leadloom/shared/contract/import-uploads';
import { tableNames } from '@leadloom/shared/tables/tables';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { type Actor, recordAction } from '../../audit/operator-audit.service.ts';
import * as repository from './import-uploads.repository.ts';

const TEMPLATES_LIMIT = 200;

export async function listTemplates({ database }: Pick<Platform, 'database'>): Promise<readonly ImportTemplate[]> {
  return (await repository.listTemplates(database)).flatMap(describeTemplate);
}

/** @throws {AppError} IMPORT.TEMPLATE_LIMIT */
export async function saveTemplate(
  platform: Pick<Platform, 'database' | 'now'>,
  { name, table, options }: Omit<ImportTemplate, 'id'>,
  actor: Actor,
): Promise<ImportTemplate> {
  const saved = await platform.database.transaction(async (transaction) => {
    const template = await repository.saveTemplate(transaction, { name, tableName: table, options }, TEMPLATES_LIMIT);
    if (template !== null) await recordAction(platform, transaction, actor, { action: 'import_template.saved', target: name });
    return template;
  });
  const [template] = saved === null ? [] : describeTemplate(saved);
  if (template === undefined) throw new AppError('IMPORT.TEMPLATE_LIMIT');
  return template;
}

/** @throws {AppError} IMPORT.TEMPLATE_NOT_FOUND */
export async function deleteTemplate(platform: Pick<Platform, 'database' | 'now'>, id: string, actor: Actor): Promise<void> {
  await platform.database.transaction(async (transaction) => {
    const target = await repository.deleteTemplate(transaction, id);
    if (target === null) throw new AppError('IMPORT.TEMPLATE_NOT_FOUND');
    await recordAction(platform, transaction, actor, { action: 'import_template.deleted', target });
  });
}

/** Describes a template. Templates of a later version, which this one cannot read, are left out. */
function describeTemplate({ id, name, tableName, options }: repository.StoredTemplate): readonly ImportTemplate[] {
  const table = tableNames.find((known) => known === tableName);
  const { data } = importOptionsSchema.safeParse(options);
  return table === undefined || data === undefined ? [] : [{ id, name, table, options: data }];
}
