/** The lines above the rows on the page of a list: its name and note, which are changed in their place, its table and its count. */
import { COLLECTED_PEOPLE, MAX_LIST_NAME_LENGTH, MAX_LIST_NOTE_LENGTH, type RowList } from '@leadloom/shared/contract/my-rows';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { newAlertPath } from '../../lib/alerts/new-alert-path.ts';
import { listTableTitle } from '../../lib/my-rows/list-table-title.ts';
import { myRowKeys } from '../../lib/my-rows/my-row-keys.ts';
import { rowWords } from '../../lib/my-rows/row-words.ts';
import { saveList } from '../../lib/my-rows/save-list.ts';
import { paths, tablePath } from '../../lib/paths.ts';
import { isOnMac } from '../../lib/shortcuts.ts';
import { whoseText } from '../../lib/workspace/mine-and-shared.ts';
import { changing } from '../../lib/workspace/needs.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { InPlaceField } from '../in-place-field.tsx';
import { PageHeading } from '../page-heading.tsx';
import { TitleLine } from '../table-frame.tsx';
import { TextLink } from '../text-link.tsx';
import { visuallyHidden } from '../visually-hidden.ts';
import { May } from '../workspace/may.tsx';
import { ShareListButton } from './share-list-button.tsx';

interface ListTitleLineProps {
  readonly list: RowList;
  /** The actions on the rows of the list. */
  readonly actions: ReactNode;
}

/** A list whose rows a screen shows alone, and what is above them. */
export interface ShownList {
  readonly list: RowList;
  readonly TitleLine: ComponentType<ListTitleLineProps>;
}

interface Editing {
  readonly part: 'name' | 'note';
  readonly base: RowList;
}

export function ListTitleLine({ list, actions }: ListTitleLineProps) {
  const { id, name, note, table, count } = list;
  const queryClient = useQueryClient();
  const workspace = useWorkspace();
  const reader = useKnownMe()?.email;
  const [editing, setEditing] = useState<Editing | null>(null);
  const edited = editing?.part ?? null;
  /** The list as it is now is what the change is made from, whatever another member saves meanwhile. */
  const setEdited = (part: Editing['part']) => setEditing({ part, base: list });
  const close = () => setEditing(null);
  const nameOpener = useRef<HTMLButtonElement>(null);
  const noteOpener = useRef<HTMLButtonElement>(null);
  const before = useRef(edited);
  // A field takes the focus with it when it closes, unless it was closed by going elsewhere.
  useEffect(() => {
    const opener = before.current === 'name' ? nameOpener : noteOpener;
    if (before.current !== null && edited === null && document.activeElement === document.body) opener.current?.focus();
    before.current = edited;
  }, [edited]);
  const save = async (change: { readonly name: string } | { readonly note: string }) => {
    await saveList(editing?.base ?? list, change);
    await queryClient.invalidateQueries({ queryKey: [myRowKeys.lists] });
  };
  return (
    <>
      <TitleLine
        title={name}
        heading={
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              minWidth: 0,
              maxWidth: '100%',
              '&& h1': { whiteSpace: 'normal' },
            }}
          >
            {/* It stays the same heading: a new one would take the focus from the field. */}
            <Box sx={edited === 'name' ? visuallyHidden : { minWidth: 0 }}>
              <PageHeading title={name} />
            </Box>
            {edited === 'name' && (
              <Box sx={{ width: '22rem', maxWidth: '100%' }}>
                <InPlaceField
                  label="Name of the list"
                  value={name}
                  maxLength={MAX_LIST_NAME_LENGTH}
                  isRequired
                  onSave={(text) => save({ name: text })}
                  onClose={close}
                />
              </Box>
            )}
            {edited !== 'name' && (
              <May needs={changing}>
                <IconButton
                  ref={nameOpener}
                  size="small"
                  aria-label="Rename the list"
                  title="Rename"
                  onClick={() => setEdited('name')}
                >
                  <EditOutlined sx={{ fontSize: '1.125rem' }} />
                </IconButton>
              </May>
            )}
          </Box>
        }
        areTabsFolded
        tabs={
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {rowWords(table, count)} in{' '}
            <TextLink to={table === COLLECTED_PEOPLE ? paths.linkedinPeople : tablePath(table)}>{listTableTitle(table)}</TextLink>
            {!workspace.isPersonal && ` · ${whoseText(list, reader)}`}
          </Box>
        }
        moreActions={
          <>
            {note === '' && edited !== 'note' && (
              <May needs={changing}>
                <Button ref={noteOpener} size="small" onClick={() => setEdited('note')}>
                  Add a note
                </Button>
              </May>
            )}
            <ShareListButton list={list} />
            <May needs={changing}>
              <Button size="small" component={Link} to={newAlertPath({ kind: 'list', id })}>
                Alert me
              </Button>
            </May>
          </>
        }
        actions={actions}
      />
      {(note !== '' || edited === 'note') && (
        <Box
          sx={{
            px: { xs: 2, sm: 3 },
            pb: 0.5,
            // The note is folded with what else narrow windows have no room for, unless it is being written.
            display: { xs: edited === 'note' ? 'flex' : 'none', md: 'flex' },
            '[data-open] + &': { display: 'flex' },
            alignItems: 'flex-start',
            gap: 0.5,
            fontSize: '0.8125rem',
          }}
        >
          {edited === 'note' ? (
            <Box sx={{ width: '100%', maxWidth: '60rem' }}>
              <InPlaceField
                label="Note on the list"
                value={note}
                maxLength={MAX_LIST_NOTE_LENGTH}
                hasLines
                hint={`${isOnMac() ? '⌘' : 'Ctrl'} Enter saves, Esc leaves it as it was.`}
                onSave={(text) => save({ note: text })}
                onClose={close}
              />
            </Box>
          ) : (
            <>
              <Box sx={noteStyles}>{note}</Box>
              <May needs={changing}>
                <IconButton
                  ref={noteOpener}
                  size="small"
                  aria-label="Change the note"
                  title="Change the note"
                  sx={{ my: '-0.3125rem' }}
                  onClick={() => setEdited('note')}
                >
                  <EditOutlined sx={{ fontSize: '1.125rem' }} />
                </IconButton>
              </May>
            </>
          )}
        </Box>
      )}
    </>
  );
}

/** The whole text is read where it is changed. */
const noteStyles = {
  minWidth: 0,
  maxWidth: '60rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: { xs: '1', sm: '3' },
  overflow: 'hidden',
} as const;
