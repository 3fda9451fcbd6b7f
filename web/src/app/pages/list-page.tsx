/** The page of a list of rows: its table's screen, or that of collected people, with the rows of the list alone. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { useParams } from 'react-router-dom';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { ListTitleLine } from '../../components/my-rows/list-title-line.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useRowLists } from '../../lib/my-rows/my-rows.ts';
import { paths } from '../../lib/paths.ts';
import { lazyPage } from '../lazy-page.ts';

const TableScreen = lazyPage(() => import('../../features/tables/table-screen.tsx'), 'TableScreen');
const CollectedPeople = lazyPage(() => import('../../features/people/list/collected-people.tsx'), 'CollectedPeople');

export function ListPage() {
  const { listId } = useParams();
  const { data, error, isFetching, refetch } = useRowLists(undefined);
  const list = data?.find(({ id }) => String(id) === listId);
  // Another list is another page: no selection is carried over.
  if (list !== undefined)
    return list.table === COLLECTED_PEOPLE ? (
      <CollectedPeople key={list.id} shownList={{ list, TitleLine: ListTitleLine }} />
    ) : (
      <TableScreen key={list.id} name={list.table} shownList={{ list, TitleLine: ListTitleLine }} />
    );
  // A list that was created a moment ago may not be among those known yet.
  if (isFetching)
    return (
      <PageBody width="list">
        <LoadingText>Loading the list…</LoadingText>
      </PageBody>
    );
  return (
    <PageBody width="list">
      <PageHeading title={error === null ? 'List not found' : 'List'} />
      {error === null ? (
        <p>
          This list does not exist, or was deleted. Those deleted in the last 30 days can be restored under{' '}
          <TextLink to={paths.lists}>Lists</TextLink>.
        </p>
      ) : (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </PageBody>
  );
}
