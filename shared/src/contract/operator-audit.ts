/** Actions of operators, with the console or on the command line. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageParameters } from './page-parameters.ts';

/** Every action that leaves a line, with the text that the console shows for it. */
export const auditActions = {
  'account.blocked': 'Blocked an account',
  'account.unblocked': 'Unblocked an account',
  'account.limits_changed': 'Changed the limits of an account',
  'account.verification_sent': 'Sent a verification link',
  'account.deleted': 'Deleted an account',
  'workspace.limits_changed': 'Changed the limits of a workspace',
  'job.retried': 'Ran a failed job again',
  'invite.created': 'Created an invite',
  'invite.revoked': 'Revoked an invite',
  'import.started': 'Started an import',
  'import.stopped': 'Stopped an import',
  'import.undone': 'Undid an import',
  'import_upload.deleted': 'Deleted an uploaded file',
  'import_template.saved': 'Saved an import template',
  'import_template.deleted': 'Deleted an import template',
  'erasure.entered': 'Entered an erasure request',
  'erasure.carried_out': 'Carried out an erasure request',
  'erasure.refused': 'Refused an erasure request',
  'rows.deleted': 'Deleted rows',
  'source.switched': 'Switched an open source',
  'source.run': 'Ran an open source',
  'source.boards_added': 'Added job boards',
  'source.board_removed': 'Removed a job board',
  'sources.settings_changed': 'Changed the settings of open sources',
  'suppressions.loaded': 'Loaded a suppression list',
} as const;

export type AuditAction = keyof typeof auditActions;

const auditLineSchema = z.object({
  at: z.iso.datetime(),
  /** The operator's email at that time, or `command line`. */
  by: z.string(),
  /** One of `auditActions`, or one that a newer version has recorded. */
  action: z.string(),
  /** The object of the action, such as an account's email at that time; null: nothing in particular. */
  target: z.nullable(z.string()),
  /** The address the operator called from; null: the command line. */
  from: z.nullable(z.string()),
  /** The details of the action, in words; never a secret. */
  detail: z.nullable(z.string()),
});

export type AuditLine = z.infer<typeof auditLineSchema>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/operator/audit',
  access: 'console',
  summary: 'List what operators have done, newest first',
  query: z.strictObject(pageParameters),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(auditLineSchema), total: z.int() }) },
  errors: [],
});
