/** The endpoints of lists, tags and notes. */

import * as changes from '@leadloom/shared/contract/my-row-changes';
import * as contract from '@leadloom/shared/contract/my-rows';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import * as lists from './row-lists.service.ts';
import * as notes from './row-notes.service.ts';
import { createRowTags, type TaggedPeople } from './row-tags.service.ts';

export function registerMyRows(app: FastifyInstance, platform: Platform, people: TaggedPeople): void {
  serveEndpoint(app, contract.listRowLists, async ({ query }, { caller }) => {
    const data = await lists.listLists(platform, caller.accountId, query.table);
    return { data, total: data.length };
  });
  serveEndpoint(app, changes.createRowList, ({ body }, { caller }) => lists.createList(platform, caller.accountId, body));
  serveEndpoint(app, changes.changeRowList, ({ params, body }, { caller }) =>
    lists.changeList(platform, caller.accountId, params.list_id, body),
  );
  serveEndpoint(app, changes.deleteRowList, async ({ params }, { caller }) => {
    await lists.deleteList(platform, caller.accountId, params.list_id);
    return undefined;
  });
  const changing = { ...platform, matchPeople: people.match };
  serveEndpoint(app, changes.addListRows, ({ params, body }, { caller }) =>
    lists.addRows(changing, caller.accountId, params.list_id, body),
  );
  serveEndpoint(app, changes.removeListRows, ({ params, body }, { caller }) =>
    lists.removeRows(changing, caller.accountId, params.list_id, body),
  );

  const tags = createRowTags(platform, people);
  serveEndpoint(app, contract.listTags, async ({ query }, { caller }) => {
    const data = await tags.count(caller.accountId, query.table);
    return { data, total: data.length };
  });
  serveEndpoint(app, changes.tagRows, async ({ body }, { caller }) => ({ rows: await tags.add(caller.accountId, body) }));
  serveEndpoint(app, changes.getRowTags, async ({ params }, { caller }) => ({
    tags: await tags.read(caller.accountId, params),
  }));
  serveEndpoint(app, changes.setRowTags, async ({ params, body }, { caller }) => ({
    tags: await tags.replace(caller.accountId, params, body.tags),
  }));

  serveEndpoint(app, changes.listRowNotes, async ({ params }, { caller }) => {
    const data = await notes.listNotes(platform, caller, params);
    return { data, total: data.length };
  });
  serveEndpoint(app, changes.addRowNote, ({ params, body }, { caller }) => notes.addNote(platform, caller, params, body.text));
  serveEndpoint(app, changes.changeRowNote, ({ params, body }, { caller }) =>
    notes.changeNote(platform, caller, params.note_id, body.text),
  );
  serveEndpoint(app, changes.deleteRowNote, async ({ params }, { caller }) => {
    await notes.deleteNote(platform, caller, params.note_id);
    return undefined;
  });
}
