/** How files of one form are imported, saved by name and used again. */
import {
  deleteImportTemplate,
  type ImportTemplate,
  listImportTemplates,
  saveImportTemplate,
  TEMPLATE_NAME_LIMIT,
} from '@leadloom/shared/contract/import-uploads';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { LabelledSelect } from '../../../components/labelled-select.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useConsoleAction } from '../use-console-action.ts';
import type { DraftOptions } from './import-draft.ts';

const LIST = 'import-templates';

interface TemplatesProps {
  readonly table: TableName;
  readonly options: DraftOptions;
  readonly onApply: (template: ImportTemplate) => void;
}

export function Templates({ table, options, onApply }: TemplatesProps) {
  const { data } = useQuery({
    queryKey: ['console', LIST],
    queryFn: ({ signal }) => call(listImportTemplates, {}, { signal }),
  });
  const [chosenId, setChosenId] = useState('');
  const [name, setName] = useState('');
  const { opened, open, close, carryOut, isSending, failure, proofDialog } = useConsoleAction<'save' | 'delete'>(LIST);
  const templates = data?.data ?? [];
  const chosen = templates.find(({ id }) => id === chosenId);

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'end' }}>
      <LabelledSelect
        label="Template"
        value={chosen === undefined ? '' : chosenId}
        onChange={(id) => {
          setChosenId(id);
          const template = templates.find((known) => known.id === id);
          if (template !== undefined) onApply(template);
        }}
        options={[
          ['', templates.length === 0 ? 'None saved yet' : 'None'],
          ...templates.map((template) => [template.id, `${template.name} (${tableByName(template.table).title})`] as const),
        ]}
      />
      <Button
        variant="outlined"
        onClick={() => {
          setName(chosen?.name ?? '');
          open('save');
        }}
      >
        Save as template
      </Button>
      {chosen !== undefined && (
        <Button color="error" onClick={() => open('delete')}>
          Delete template
        </Button>
      )}
      {opened === 'save' && (
        <FormDialog
          title="Save as template"
          text="The next file of this form is imported in the same way."
          submitLabel="Save"
          isSubmitDisabled={name.trim() === ''}
          isBusy={isSending}
          failure={failure}
          onSubmit={() =>
            void carryOut(
              () => call(saveImportTemplate, { body: { name: name.trim(), table, options: withoutPart(options) } }),
              `The template ${name.trim()} is saved.`,
            )
          }
          onClose={close}
        >
          <FormField
            label="Name"
            name="name"
            value={name}
            onChange={setName}
            maxLength={TEMPLATE_NAME_LIMIT}
            autoComplete="off"
            hint={templates.some((known) => known.name === name.trim()) ? 'Replaces the template of this name.' : undefined}
          />
        </FormDialog>
      )}
      {opened === 'delete' && chosen !== undefined && (
        <ConfirmDialog
          title={`Delete the template ${chosen.name}?`}
          text="Imports that used it stay as they are."
          confirmLabel="Delete"
          isDestructive
          isWorking={isSending}
          failure={failure}
          onConfirm={() =>
            void carryOut(() => call(deleteImportTemplate, { params: { template_id: chosen.id } }), 'The template is deleted.')
          }
          onClose={close}
        />
      )}
      {proofDialog}
    </Box>
  );
}

/** The next file of the same form has other parts. */
function withoutPart({ sheet: _sheet, entry: _entry, ...options }: DraftOptions): DraftOptions {
  return options;
}
