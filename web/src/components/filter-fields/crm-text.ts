/** What the chip of the CRM says. Pure. */
import { inShort } from './in-short.ts';

export interface CrmChoice {
  /** `true`, `false`, or empty. */
  readonly inCrm: string;
  readonly owners: readonly string[];
  readonly stages: readonly string[];
}

export const IN_CRM_LABEL = 'In our CRM';

/** `Not in our CRM`, or `In our CRM, owner Ada Vik`; null: nothing is chosen. */
export function crmText({ inCrm, owners, stages }: CrmChoice): string | null {
  const [owner, stage] = [inShort(owners), inShort(stages)];
  const parts = [
    ...(inCrm === 'false' ? ['Not in our CRM'] : inCrm === 'true' ? [IN_CRM_LABEL] : []),
    ...(owner === null ? [] : [`owner ${owner}`]),
    ...(stage === null ? [] : [`stage ${stage}`]),
  ];
  return parts.join(', ') || null;
}
