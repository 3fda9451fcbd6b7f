/** An open source of a test's own: steps from memory, of which the test says what each holds and what happens before it. */
import type { OpenSource, OpenSourceManifest, OpenSourceRun } from '../../../open-sources/open-source.ts';

export interface SmallStep {
  /** Names of companies; null: a cell that its table refuses. */
  readonly names: readonly (string | null)[];
  readonly isFull?: boolean;
  /** Awaited before the step is yielded. */
  readonly before?: (run: OpenSourceRun) => Promise<void>;
  /** Awaited before the last record of the step is read. */
  readonly within?: (run: OpenSourceRun) => Promise<void>;
}

export interface SmallSource {
  readonly source: OpenSource;
  /** What the next runs find; a run continues behind the steps of its checkpoint. */
  steps: readonly SmallStep[];
  /** The checkpoints from which runs have begun. */
  readonly begun: unknown[];
}

export function createSmallSource(manifest: Partial<OpenSourceManifest> = {}): SmallSource {
  const small: SmallSource = {
    steps: [],
    begun: [],
    source: {
      manifest: {
        id: 'no-brreg',
        title: 'Small Register',
        publisher: 'The Register of Small Companies',
        tables: ['companies'],
        countries: ['NO'],
        licence: 'Fictional Licence 1.0',
        attribution: 'Contains data of the Register of Small Companies.',
        needs: 'contact',
        isOnByDefault: true,
        everyHours: 24,
        every: 'every day',
        size: '1 MB',
        requestsPerSecond: 10,
        hosts: ['register.example'],
        weight: 'register',
        options: { tiny: 'companies without staff' },
        isUntried: false,
        ...manifest,
      },
      async *read(checkpoint, run) {
        small.begun.push(checkpoint);
        const done = typeof checkpoint === 'number' ? checkpoint : 0;
        for (const [index, { names, isFull = false, before, within }] of small.steps.entries()) {
          if (index < done) continue;
          await before?.(run);
          const fields = ['name', 'country'];
          async function* records() {
            for (const [at, name] of names.entries()) {
              if (at === names.length - 1) await within?.(run);
              const url = `https://register.example/${index + 1}/${at + 1}`;
              yield { cells: { name, country: 'Norway' }, url, asOf: '2026-03-31' };
            }
          }
          yield {
            title: `part ${index + 1}`,
            checkpoint: index + 1,
            isFull,
            loads: [{ table: 'companies' as const, fields, records }],
          };
        }
      },
      tryOut: async (run) => {
        const { url } = await run.get('https://register.example/one');
        const cells = { name: 'Fjord Weavers AS', country: 'Norway', employee_count: 12 };
        const record = { cells, url: 'https://register.example/1/1', asOf: '2026-03-31' };
        return { url, records: [{ table: 'companies', record }], missing: ['website'] };
      },
    },
  };
  return small;
}
