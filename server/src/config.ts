/**
 * The operator's settings, read from the environment once at start. A wrong one stops the start with
 * one line that names it. Nothing else in the server reads the environment.
 */
import { resolve } from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const count = z.coerce.number().int().min(0);

const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Where people reach the app; links in mails lead here. Default: http://localhost:PORT */
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  /** Unset: the embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Unset: every mail is a file in DATA_DIR/outbox, shown at /outbox on loopback. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Leadloom <leadloom@localhost>'),
  TRIAL_DAYS: count.max(3650).default(14),
  TRIAL_REQUEST_LIMIT: count.default(1000),
  TRIAL_EXPORT_LIMIT: count.default(1000),
  SUPPORT_EMAIL: z.email().default('support@leadloom.example'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Opens /metrics to callers that are not on loopback. */
  METRICS_TOKEN: z.string().min(16).optional(),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Origin people reach the app at, no trailing slash. */
  readonly publicUrl: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** null: embedded. */
  readonly databaseUrl: string | null;
  /** null: the outbox on disk. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly trial: { readonly days: number; readonly requestLimit: number; readonly exportLimit: number };
  readonly supportEmail: string;
  readonly logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL'];
  readonly metricsToken: string | null;
}

/** Thrown with one line a person can act on. */
export class ConfigError extends Error {}

/** @throws {ConfigError} naming the first wrong setting */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is how shells and compose files write "unset".
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'setting'}: ${issue?.message ?? 'not valid'}`);
  }
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    trial: { days: settings.TRIAL_DAYS, requestLimit: settings.TRIAL_REQUEST_LIMIT, exportLimit: settings.TRIAL_EXPORT_LIMIT },
    supportEmail: settings.SUPPORT_EMAIL,
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN ?? null,
  };
}
