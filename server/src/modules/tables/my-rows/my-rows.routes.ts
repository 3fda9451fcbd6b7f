/** The endpoints of lists, tags and notes. */

import * as changes from '@leadloom/shared/contract/my-row-changes';
import * as contract from '@leadloom/shared/contract/my-rows';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import * as deleted from './deleted-lists.service.ts';
import * as lists from './row-lists.service.ts';
import * as notes from './row-notes.service.ts';
import { createRowTags, type TaggedPeople } from './row-tags.service.ts';

export function registerMyRows(app: FastifyInstance, platform: Platform, people: TaggedPeople): void {
  serveEndpoint(app, contract.listRowLists, async ({ query }, { caller }) => {
    const { deleted, ...wanted } = query;
    const data = await lists.listLists(platform, caller, { ...wanted, isDeleted: deleted === 'true' });
    return { data, total: data.length };
  });
  serveEndpoint(app, changes.createRowList, ({ body }, { caller }) => lists.createList(platform, caller, body));
  serveEndpoint(app, changes.changeRowList, ({ params, body }, { caller }) =>
    lists.changeList(platform, caller, params.list_id, body),
  );
  serveEndpoint(app, changes.deleteRowList, async ({ params, query }, { caller }) => {
    const remove = query.deleted === 'true' ? deleted.purgeList : deleted.deleteList;
    await remove(platform, caller, params.list_id);
    return undefined;
  });
  serveEndpoint(app, changes.restoreRowList, ({ params }, { caller }) =>
    deleted.restoreList(platform, caller, params.list_id),
  );
  scheduleCleanUp(app, 'deleted lists', (stopping) => deleted.purgeOldLists(platform, stopping));
  const changing = { ...platform, matchPeople: people.match };
  serveEndpoint(app, changes.addListRows, ({ params, body }, { caller }) =>
    lists.addRows(changing, caller, params.list_id, body),
  );
  serveEndpoint(app, changes.removeListRows, ({ params, body }, { caller }) =>
    lists.removeRows(changing, caller, params.list_id, body),
  );

  const tags = createRowTags(platform, people);
  serveEndpoint(app, contract.listTags, async ({ query }, { caller }) => {
    const data = await tags.count(caller.workspaceId, query.table);
    return { data, total: data.length };
  });
  serveEndpoint(app, changes.tagRows, ({ body }, { caller }) => tags.add(caller, body));
  serveEndpoint(app, changes.untagRows, async ({ body }, { caller }) => ({
    rows: await tags.removeAdded(caller.workspaceId, body),
  }));
  serveEndpoint(app, changes.getRowTags, async ({ params }, { caller }) => ({
    tags: await tags.read(caller.workspaceId, params),
  }));
  serveEndpoint(app, changes.setRowTags, async ({ params, body }, { caller }) => ({
    tags: await tags.replace(caller, params, body.tags),
  }));

  serveEndpoint(app, changes.listRowNotes, async ({ params }, { caller }) => {
    const data = await notes.listNotes(platform, caller, params);
    return { data, total: data.length };
  });
  serveEndpoint(app, changes.addRowNote, ({ params, body }, { caller }) => notes.addNote(platform, caller, params, body.text));
  serveEndpoint(app, changes.changeRowNote, ({ params, body }, { caller }) =>
    notes.changeNote(platform, caller, params.note_id, body),
  );
  serveEndpoint(app, changes.deleteRowNote, async ({ params }, { caller }) => {
    await notes.deleteNote(platform, caller, params.note_id);
    return undefined;
  });
}
