/** The fields of a destination's form: its name, what its kind needs, and for CRMs which rows are pushed. */
import type { CrmKey, CrmObject } from '@leadloom/shared/contract/crm-fields';
import { crmKeys, crmObjects } from '@leadloom/shared/contract/crm-fields';
import { type DestinationKind, MAX_DESTINATION_NAME } from '@leadloom/shared/contract/destinations';
import { CheckLine } from '../../components/check-line.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';
import { useRowSources } from '../../lib/row-sources/use-row-sources.ts';
import { emailInKeyFile, hasAllSecrets, isCrmKind, isPort, type KindField, kindForms, type Typed } from './kind-forms.ts';

export const objectLabels: Readonly<Record<CrmObject, string>> = { companies: 'Companies', contacts: 'Contacts' };
const keyLabels: Readonly<Record<CrmKey, string>> = {
  domain: 'The domain of its website',
  email: 'Its email',
  crm_id: 'Its id in the CRM, as the last run stored it',
};
const objectOptions = crmObjects.map((value) => ({ value, label: objectLabels[value] }));
const keyOptions = crmKeys.map((value) => ({ value, label: keyLabels[value] }));

interface DestinationFieldsProps {
  readonly kind: DestinationKind;
  readonly typed: Typed;
  readonly onChange: (name: string, text: string) => void;
  /** Of a destination that exists: its secrets stay where nothing is entered. */
  readonly secrets: 'new' | 'stored' | 'needed again';
}

export function DestinationFields({ kind, typed, onChange, secrets }: DestinationFieldsProps) {
  const email = emailInKeyFile(typed.service_account ?? '');
  const asked = secrets === 'needed again' && hasAllSecrets(kind, typed) ? 'stored' : secrets;
  return (
    <>
      <FormField
        label="Name"
        name="name"
        value={typed.name ?? ''}
        onChange={(text) => onChange('name', text)}
        maxLength={MAX_DESTINATION_NAME}
        hasFocusFirst
        hint="What it is called here."
      />
      {kindForms[kind].fields.map((field) => (
        <KindInput
          key={field.name}
          field={field}
          text={typed[field.name] ?? ''}
          secrets={asked}
          onChange={(text) => onChange(field.name, text)}
        />
      ))}
      {kind === 'sftp' && secrets === 'new' && (
        <Notice severity="info">Enter a password or a private key. The first test pins the host key of the server.</Notice>
      )}
      {email !== null && <Notice severity="info">{`Share the spreadsheet with ${email} as an editor.`}</Notice>}
      {isCrmKind(kind) && <CrmFields typed={typed} onChange={onChange} isNew={secrets === 'new'} />}
    </>
  );
}

interface KindInputProps {
  readonly field: KindField;
  readonly text: string;
  readonly secrets: DestinationFieldsProps['secrets'];
  readonly onChange: (text: string) => void;
}

function KindInput({ field: { name, label, hint, input }, text, secrets, onChange }: KindInputProps) {
  const plain = { label, name, value: text, onChange, autoComplete: 'off' };
  if (input === 'flag') return <CheckLine label={label} isChecked={text !== ''} onChange={(is) => onChange(is ? 'true' : '')} />;
  const isNoPort = name === 'port' && text.trim() !== '' && !isPort(text);
  if (input === 'text')
    return <FormField {...plain} hint={hint} error={isNoPort ? 'A whole number from 1 to 65,535.' : null} maxLength={2_048} />;
  const isMissing = secrets === 'needed again' && text.trim() === '';
  const more = {
    error: isMissing ? 'Enter it again: it is not sent to a new address without you.' : null,
    hint: secrets === 'stored' ? 'Stored, and not shown again. Leave it empty to keep it.' : hint,
  };
  const isNoKeyFile = name === 'service_account' && text.trim() !== '' && emailInKeyFile(text) === null;
  if (input === 'secret') return <PasswordField {...plain} {...more} autoComplete="new-password" />;
  return <TextAreaField {...plain} {...more} error={isNoKeyFile ? 'This is not the key file: paste all of it.' : more.error} />;
}

interface CrmFieldsProps extends Pick<DestinationFieldsProps, 'typed' | 'onChange'> {
  /** One that is new has no mapping yet. */
  readonly isNew: boolean;
}

function CrmFields({ typed, onChange, isNew }: CrmFieldsProps) {
  return (
    <>
      <SelectField
        label="What the rows become"
        name="object"
        value={typed.object ?? ''}
        onChange={(value) => onChange('object', value)}
        emptyLabel="Choose one"
        options={objectOptions}
        hint={isNew ? undefined : 'Another choice empties the mapping.'}
      />
      <Loaded query={useRowSources()} loading="Loading your views and lists…">
        {(sources) => (
          <SelectField
            label="Rows"
            name="source"
            value={typed.source ?? ''}
            onChange={(value) => onChange('source', value)}
            emptyLabel="Choose a view or a list"
            options={sources.map(({ label, watch: { kind, id } }) => ({ value: `${kind}:${id}`, label }))}
            hint={sources.length === 0 ? 'Save a view of a table, or put rows on a list, first.' : undefined}
          />
        )}
      </Loaded>
      <SelectField
        label="How a row is found there"
        name="key"
        value={typed.key ?? ''}
        onChange={(value) => onChange('key', value)}
        emptyLabel="Choose one"
        options={keyOptions}
        hint="A row that is not found is created."
      />
    </>
  );
}
