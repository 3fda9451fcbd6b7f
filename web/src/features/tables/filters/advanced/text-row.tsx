/** A part of the expression that the rows cannot show, as a line of text. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { useId, useState } from 'react';
import { ControlFrame } from '../../../../components/control-frame.tsx';
import { FIELD_TEXT } from '../../../../components/filter-fields/field-frames.ts';
import { Labelled } from '../../../../components/filter-fields/labelled.tsx';
import { PlainInput } from '../../../../components/plain-input.tsx';
import { readPart } from './advanced-state.ts';
import type { TextNode } from './editor-tree.ts';
import { RowFrame } from './row-frame.tsx';
import { PART, type TreeEdit } from './tree-edit.ts';
import { FieldProblem } from './typed-values.tsx';

interface TextRowProps {
  readonly node: TextNode;
  /** Of the table itself, also within a link. */
  readonly definition: TableDefinition;
  readonly link: string | null;
  readonly name: string;
  readonly lead: string;
  readonly edit: TreeEdit;
}

export function TextRow({ node, definition, link, name, lead, edit }: TextRowProps) {
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const { problem } = readPart(definition, link, node.text);
  const isWrong = problem !== null && !isTyping;

  function type(text: string): void {
    const read = readPart(definition, link, text);
    setTyping(true);
    edit.change({ ...node, text, expression: read.problem === null ? read.expression : node.expression }, node.id, true);
  }

  return (
    <RowFrame id={node.id} name={name} lead={lead} edit={edit}>
      <div className="whole" {...{ [PART]: 'value' }}>
        <Labelled id={id} label="Conditions as text">
          <ControlFrame style={FIELD_TEXT} data-wrong={isWrong ? '' : undefined}>
            <PlainInput
              id={id}
              value={node.text}
              onChange={({ target }) => type(target.value)}
              onBlur={() => setTyping(false)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={isWrong}
              aria-describedby={`${id}-problem`}
            />
          </ControlFrame>
          <FieldProblem id={`${id}-problem`} aria-live="polite">
            {isWrong && `${problem.detail.charAt(0).toUpperCase()}${problem.detail.slice(1)}`}
          </FieldProblem>
        </Labelled>
      </div>
    </RowFrame>
  );
}
