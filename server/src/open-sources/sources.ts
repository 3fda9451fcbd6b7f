/** All open sources, in the order in which operators see them. */
import { eeAriregister } from './ee-ariregister/ee-ariregister.ts';
import { gbCompaniesHouse } from './gb-companies-house/gb-companies-house.ts';
import { jobBoards } from './job-boards/job-boards.ts';
import { noBrreg } from './no-brreg/no-brreg.ts';
import type { OpenSource } from './open-source.ts';
import { secAdvisers } from './sec-advisers/sec-advisers.ts';
import { secFormD } from './sec-form-d/sec-form-d.ts';
import { websites } from './websites/websites.ts';

export const openSources: readonly OpenSource[] = [
  secFormD,
  secAdvisers,
  noBrreg,
  websites,
  jobBoards,
  eeAriregister,
  gbCompaniesHouse,
];
