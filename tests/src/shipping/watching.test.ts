import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSlowStatementLog } from '@leadloom/server/database/slow-statement-log';
import { createRefreshWatch } from '@leadloom/server/modules/tables/totals/refresh-watch';
import { createConnections } from '@leadloom/server/process/connection-limits';
import { startTestServer } from '@leadloom/server/testing/test-server';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const docs = join(import.meta.dirname, '../../../docs');
const METRICS_TOKEN = 'a-token-of-metrics';

const dashboardSchema = z.object({
  title: z.string(),
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
});
const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Leadloom\w+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(['page', 'warn']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

/** Prometheus’s own words. */
const FUNCTIONS = new Set(
  'sum min max avg count topk rate increase delta predict_linear histogram_quantile by and or on ignoring'.split(' '),
);
/** Prometheus makes it itself, for every target. */
const OWN_METRICS = new Set(['up']);

/** The metrics an expression reads. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\b(?:by|on|ignoring) \([^)]*\)/g, ' ')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b\d[\w.]*/g, ' ');
  return [...bare.matchAll(/\b[a-z]\w*\b/gi)]
    .map(([name]) => name)
    .filter((name) => !FUNCTIONS.has(name) && !OWN_METRICS.has(name));
}

/** The labels an expression reads, with the metric they belong to where that is plain. */
function labelsIn(expression: string): [metric: string, label: string][] {
  return [...expression.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']): [string, string] => [metric, label]),
  );
}

describe('the figures for watching', () => {
  let exported: Set<string>;
  let text: string;
  let expressions: { readonly where: string; readonly expression: string }[];
  beforeAll(async () => {
    const slow = createSlowStatementLog({ warn: () => undefined });
    const bitmaps = createRefreshWatch(60_000, { info: () => undefined, error: () => undefined });
    const connections = createConnections({ total: 1_000, perAddress: 200, isProxy: () => false });
    slow.note({ hash: '0123456789abcdef', shape: 'select ?', milliseconds: 600 });
    const server = await startTestServer({
      // Nobody listens there, and no table is as large.
      environment: { METRICS_TOKEN, CLICKHOUSE_URL: 'http://127.0.0.1:9' },
      app: { metrics: [slow.registry, bitmaps.registry, connections.registry] },
    });
    try {
      await server.app.inject('/health');
      text = (await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).payload;
    } finally {
      await server.close();
    }
    exported = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const dashboard = dashboardSchema.parse(JSON.parse(await readFile(join(docs, 'grafana-dashboard.json'), 'utf8')));
    const rules = rulesSchema.parse(parse(await readFile(join(docs, 'alert-rules.yaml'), 'utf8')));
    expressions = [
      ...dashboard.panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }) => ({ where: `panel ${title}`, expression: expr })),
      ),
      ...rules.groups.flatMap((group) => group.rules.map(({ alert, expr }) => ({ where: alert, expression: expr }))),
    ];
  });

  it('every metric that the dashboard and the rules read is exported', () => {
    expect(expressions.length).toBeGreaterThan(25);
    const missing = expressions.flatMap(({ where, expression }) => {
      const names = metricsIn(expression);
      expect(names.length, where).toBeGreaterThanOrEqual(expression.includes('up{') ? 0 : 1);
      return names.filter((name) => !exported.has(name)).map((name) => `${where}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('every label that they choose by is one the metric has', () => {
    const unknown = expressions.flatMap(({ where, expression }) =>
      labelsIn(expression).flatMap(([metric, label]) => {
        if (label === 'job' || OWN_METRICS.has(metric)) return [];
        // Metrics without a value yet name no labels.
        const lines = text.split('\n').filter((line) => line.startsWith(`${metric}{`));
        return lines.length === 0 || lines.some((line) => line.includes(`${label}="`)) ? [] : [`${where}: ${metric}.${label}`];
      }),
    );
    expect(unknown).toEqual([]);
  });

  it('there are figures of bitmaps, mails, sizes, the outbox, the spool and slow statements', () => {
    for (const sample of [
      /^bitmap_chunks_stale\{table="companies"\} \d+$/m,
      /^bitmap_refresh_stalled_seconds 0$/m,
      /^http_connections 0$/m,
      /^http_connections_ended_total\{reason="idle"\} 0$/m,
      /^mails\{state="waiting"\} 0$/m,
      /^database_table_bytes\{table="accounts"\} [1-9]\d*$/m,
      /^database_index_bytes\{table="accounts"\} [1-9]\d*$/m,
      /^outbox_mails 0$/m,
      /^outbox_bytes 0$/m,
      /^data_dir_free_bytes [1-9]\d*$/m,
      /^export_spool_bytes 0$/m,
      /^database_slow_statements_total 1$/m,
    ])
      expect(text).toMatch(sample);
  });
});
