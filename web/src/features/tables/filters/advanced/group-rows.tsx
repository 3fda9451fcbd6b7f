/** A group: how its parts hold together, the rows and groups in it, and what can be added. */

import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { linkedTable } from '@leadloom/shared/tables/linked-tables';
import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { NativeSelect } from '../../../../components/native-select.tsx';
import { mayHaveGroups } from './change-tree.ts';
import { ConditionRow, type Linked, LinkedSelect } from './condition-row.tsx';
import { type EditorNode, emptyCondition, type GroupNode, type Join, newGroup } from './editor-tree.ts';
import { Lead, RemoveButton } from './row-frame.tsx';
import { TextRow } from './text-row.tsx';
import { NODE, PART, type TreeEdit } from './tree-edit.ts';

interface GroupRowsProps {
  readonly group: GroupNode;
  readonly definition: TableDefinition;
  /** The link whose rows the conditions in the group are about; null: those of the table. */
  readonly link: string | null;
  /** Counted from 1, the outermost. */
  readonly level: number;
  readonly name: string;
  readonly lead: string;
  readonly edit: TreeEdit;
}

const joins: readonly (readonly [Join, string])[] = [
  ['all', 'all of these'],
  ['any', 'any of these'],
  ['none', 'none of these'],
  ['not-all', 'not all of these'],
];
const leads: Readonly<Record<Join, string>> = { all: 'and', any: 'or', none: 'nor', 'not-all': 'and' };

export function GroupRows(props: GroupRowsProps) {
  const { group, definition, level, name, lead, edit } = props;
  const link = group.link ?? props.link;
  const { id, join, parts } = group;
  const isOutermost = level === 1;
  // A single row has the first word before itself.
  const firstRow = parts.length === 1 && parts[0]?.kind !== 'group' ? parts[0] : undefined;
  const isJoinShown = parts.length > 1 || join === 'none' || join === 'not-all' || (!isOutermost && group.link === null);

  function onLinked(next: Linked): void {
    if (group.link === null) return;
    if (next === 'one-where' || next === 'none-where') {
      edit.change({ ...group, isNegated: next === 'none-where' });
      return;
    }
    const row = emptyCondition();
    edit.focus(row.id, 'operator');
    edit.change({ ...row, subject: `link:${group.link}`, operator: next === 'one' ? 'has' : 'blank' }, id);
  }

  return (
    <Group role="group" aria-label={name} data-inner={isOutermost ? undefined : ''} {...{ [NODE]: id }}>
      {(!isOutermost || isJoinShown || firstRow === undefined) && (
        <Head>
          {lead !== '' && <Lead>{lead}</Lead>}
          {group.link !== null && (
            <span {...{ [PART]: 'operator' }}>
              <LinkedSelect link={group.link} value={group.isNegated ? 'none-where' : 'one-where'} mayAsk onChange={onLinked} />
            </span>
          )}
          {isJoinShown && (
            <NativeSelect
              aria-label="Conditions that hold"
              value={join}
              onChange={({ target }) => {
                const chosen = joins.find(([known]) => known === target.value);
                if (chosen !== undefined) edit.change({ ...group, join: chosen[0] });
              }}
            >
              {joins.map(([known, text]) => (
                <option key={known} value={known}>
                  {text}
                </option>
              ))}
            </NativeSelect>
          )}
          {!isOutermost && <RemoveButton name={name} onRemove={() => edit.remove(id)} />}
        </Head>
      )}
      {parts.map((part, index) => (
        <Node
          key={part.id}
          node={part}
          definition={definition}
          link={link}
          level={level + 1}
          name={`${part.kind === 'group' ? 'Group' : 'Condition'} ${isOutermost ? '' : `${name.replace(/^Group /, '')}.`}${index + 1}`}
          lead={index > 0 ? leads[join] : firstRow === part && isOutermost && !isJoinShown ? lead : ''}
          edit={edit}
        />
      ))}
      <Adding {...{ [PART]: 'add' }}>
        <Button size="small" startIcon={<AddRounded />} onClick={() => edit.add(group, emptyCondition())}>
          Add a condition
        </Button>
        {mayHaveGroups(level) && (
          <Button
            size="small"
            color="inherit"
            startIcon={<AddRounded />}
            onClick={() => edit.add(group, newGroup([emptyCondition()], { join: join === 'all' ? 'any' : 'all' }))}
          >
            Add a group
          </Button>
        )}
      </Adding>
    </Group>
  );
}

interface NodeProps extends Omit<GroupRowsProps, 'group'> {
  readonly node: EditorNode;
}

function Node({ node, ...place }: NodeProps) {
  const { definition, link, level, name, lead, edit } = place;
  switch (node.kind) {
    case 'group':
      return <GroupRows {...place} group={node} />;
    case 'text':
      return <TextRow node={node} definition={definition} link={link} name={name} lead={lead} edit={edit} />;
    case 'condition':
      return (
        <ConditionRow
          condition={node}
          definition={(link === null ? null : linkedTable(definition, link)) ?? definition}
          isLinked={link !== null}
          mayBeGroup={mayHaveGroups(level - 1)}
          name={name}
          lead={lead}
          edit={edit}
        />
      );
  }
}

const Group = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0.5rem',
  '&[data-inner]': {
    padding: '0.5rem 0.5rem 0.25rem',
    borderRadius: vars.shape.borderRadius,
    border: `1px solid color-mix(in srgb, ${vars.palette.text.primary} 16%, transparent)`,
    background: `color-mix(in srgb, ${vars.palette.text.primary} 3%, transparent)`,
  },
}));

const Head = styled('div')(({ theme: { vars } }) => ({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0.5rem',
  minHeight: '2.25rem',
  fontSize: '0.875rem',
  '&:has(> .remove)': { paddingInlineEnd: '2.375rem' },
  '& > .remove': {
    position: 'absolute',
    insetInlineEnd: 0,
    top: 0,
    display: 'grid',
    placeItems: 'center',
    width: '2rem',
    height: '2.25rem',
  },
  '& select': { background: vars.palette.background.paper },
}));

const Adding = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '0.25rem' });
