/** A record as a page of its own. */
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { useCallback } from 'react';
import { useParams } from 'react-router-dom';
import { NotFound } from '../../../components/not-found.tsx';
import { PageBody } from '../../../components/page-body.tsx';
import { HeadingLine, PageHeading } from '../../../components/page-heading.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { tablePath } from '../../../lib/paths.ts';
import { readRecordId } from '../address/filters-in-url.ts';
import { RecordBody } from './record-body.tsx';
import { nameOfRow } from './row-name.ts';
import { useRecord } from './use-record.ts';
import { useRecordKeys } from './use-record-keys.tsx';

export function RecordPage({ name }: { readonly name: TableName }) {
  const id = readRecordId(useParams().id);
  return id === null ? <NotFound /> : <Record key={id} name={name} id={id} />;
}

function Record({ name, id }: { readonly name: TableName; readonly id: number }) {
  const { title } = tableByName(name);
  const record = useRecord(name, id, undefined);
  const keys = useRecordKeys(
    name,
    useCallback(() => id, [id]),
  );
  return (
    <PageBody width="list">
      {keys.dialog}
      <HeadingLine>
        <PageHeading title={record.row === undefined ? title : nameOfRow(name, record.row)} />
        <TextLink to={tablePath(name)}>{title}</TextLink>
      </HeadingLine>
      <RecordBody name={name} id={id} level="h2" record={record} listed={undefined} />
    </PageBody>
  );
}
