/** Whether a row is in a CRM of the workspace, and by which owner and stage there. */
import { CRM_OWNER_FILTER, CRM_STAGE_FILTER, IN_CRM_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { type CrmChoice, IN_CRM_LABEL } from './crm-text.ts';
import { TextsField } from './texts-field.tsx';
import { YesNoField } from './yes-no-field.tsx';

interface CrmFieldProps extends CrmChoice {
  readonly set: (parameter: string, value: string | readonly string[]) => void;
}

export function CrmField({ inCrm, owners, stages, set }: CrmFieldProps) {
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <YesNoField
        label={IN_CRM_LABEL}
        isYes={inCrm === 'true'}
        isNo={inCrm === 'false'}
        onChange={(isYes, isNo) => set(IN_CRM_FILTER, isYes ? 'true' : isNo ? 'false' : '')}
      />
      <TextsField label="Owner there" values={owners} onChange={(values) => set(CRM_OWNER_FILTER, values)} />
      <TextsField label="Stage there" values={stages} onChange={(values) => set(CRM_STAGE_FILTER, values)} />
    </div>
  );
}
