import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import { expect, it } from 'vitest';
import { openSources } from './sources.ts';

it.each(openSources.map(({ manifest }) => [manifest.id, manifest] as const))(
  '%s: the manifest says what screens show of the source, and what decides between sources',
  (id, { title, weight, attribution }) => {
    expect({ title, weight, attribution }).toEqual(openSourceFacts[id]);
  },
);
