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
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { LabelledSelect } from '../../../components/labelled-select.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import type { DraftOptions } from './import-draft.ts';

const queryKey = ['console', 'import-templates'];

interface TemplatesProps {
  readonly table: TableName;
  readonly options: DraftOptions;
  readonly onApply: (template: ImportTemplate) => void;
}

export function Templates({ table, options, onApply }: TemplatesProps) {
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(listImportTemplates, {}, { signal }) });
  const [chosenId, setChosenId] = useState('');
  const [asking, setAsking] = useState<'save' | 'delete' | null>(null);
  const [name, setName] = useState('');
  const queryClient = useQueryClient();
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const templates = data?.data ?? [];
  const chosen = templates.find(({ id }) => id === chosenId);

  const close = () => {
    setAsking(null);
    clearFailure();
  };
  async function carryOut(action: () => Promise<unknown>, text: string): Promise<void> {
    if (!(await submit(action))) return;
    close();
    showSnackbar('success', text);
    await queryClient.invalidateQueries({ queryKey });
  }
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
          setAsking('save');
        }}
      >
        Save as template
      </Button>
      {chosen !== undefined && (
        <Button color="error" onClick={() => setAsking('delete')}>
          Delete template
        </Button>
      )}
      {asking === 'save' && (
        <FormDialog
          title="Save as template"
          text="The next file of this form is imported in the same way."
          submitLabel="Save"
          isSubmitDisabled={name.trim() === ''}
          isBusy={isSending}
          failure={failure?.message ?? null}
          onSubmit={() =>
            void carryOut(
              () => call(saveImportTemplate, { body: { name: name.trim(), table, options } }),
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
      {asking === 'delete' && chosen !== undefined && (
        <ConfirmDialog
          title={`Delete the template ${chosen.name}?`}
          text="Imports that used it stay as they are."
          confirmLabel="Delete"
          isDestructive
          isWorking={isSending}
          failure={failure?.message ?? null}
          onConfirm={() =>
            void carryOut(() => call(deleteImportTemplate, { params: { template_id: chosen.id } }), 'The template is deleted.')
          }
          onClose={close}
        />
      )}
    </Box>
  );
}
