/** The collector's endpoints. Each handler passes the caller's account and workspace to a service; none uses the database itself. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { listCatalogueChecks, reportCatalogueCheck } from '@leadloom/shared/contract/catalogue-checks';
import { addCollectedPerson } from '@leadloom/shared/contract/collected-people';
import * as profiles from '@leadloom/shared/contract/collected-profiles';
import * as contract from '@leadloom/shared/contract/linkedin';
import * as changes from '@leadloom/shared/contract/people-changes';
import { listProfileFacets, summarizeProfiles } from '@leadloom/shared/contract/profile-facets';
import { listProfileRelated } from '@leadloom/shared/contract/profile-related';
import * as recollections from '@leadloom/shared/contract/recollections';
import { LIST_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import { describeRowsFile } from '../../http/attachment.ts';
import { signalOf } from '../../http/client-signal.ts';
import { type Caller, isKeyCaller, type KeyCaller, type RouteHandler, serveEndpoint } from '../../http/route.ts';
import { finishList } from '../../http/send-list.ts';
import { TrustedJson } from '../../http/trusted-json.ts';
import { memberOf, personalWorkspaceOf } from '../../http/workspace-id.ts';
import { createGate } from '../../limits/gate.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { markLinkedInOnboarded } from '../accounts/mailed-codes/mailed-codes.service.ts';
import { nameOfList } from '../tables/my-rows/watched-lists.service.ts';
import { createRecords } from '../tables/records/records.service.ts';
import { CATALOGUE_FILE_NAME, createCatalogueSource } from './catalogue/catalogue.ts';
import { listAnswerCounts, noteCatalogueCheck, removeOldChecks } from './catalogue/catalogue-checks.ts';
import { createExtensionProver } from './catalogue/prove-to-extension.ts';
import { createCatalogueSigner } from './catalogue/sign-catalogue.ts';
import { deriveSigningKey } from './catalogue/signing-key.ts';
import { acceptRisk, createJobLists, deleteEntries, deleteSearch, saveEntries, saveSearch } from './jobs/entries.service.ts';
import { rememberLocations, searchCompanies, searchLocations } from './lookups/lookups.service.ts';
import { parseCompany, parseComponents, parseProfile } from './parse/parse.service.ts';
import { createProfileLists, readHistory } from './profiles/collected-profiles.service.ts';
import { eraseProfiles } from './profiles/erase-profiles.ts';
import { exportExperiences, exportProfiles } from './profiles/export-people.service.ts';
import { createProfileFacets } from './profiles/profile-facets.service.ts';
import { type ProfileFilters, requireFilters } from './profiles/profile-filters.ts';
import { findComparedPerson, readProfile } from './profiles/read-profile.ts';
import {
  countSandboxProfiles,
  createSandboxLists,
  readSandboxProfile,
  summarizeSandboxProfiles,
} from './profiles/sandbox-profiles.ts';
import { removeAddedTags, tagProfiles } from './profiles/tag-profiles.ts';
import { chooseRecollections, listRecollections, proposeDue, readRecollection } from './recollections/recollections.ts';
import { removeExpired } from './retention/retention.service.ts';

/** Pages of entries take milliseconds of the thread that answers everybody: an account gets one after the other. */
const LISTS_AT_ONCE = { slots: 4, waiting: 200, waitMilliseconds: 30_000, perAccount: 10, atOnce: 1 };

export function registerLinkedIn(app: FastifyInstance, platform: Platform): void {
  registerJobs(app, platform);
  registerParsing(app, platform);
  registerProfiles(app, platform);
  registerRecollections(app, platform);
  registerLookups(app, platform);

  serveEndpoint(app, contract.acceptRisk, (_, { caller }) => acceptRisk(platform, caller.accountId));
  serveEndpoint(app, contract.completeOnboarding, async (_, { caller }) => {
    await markLinkedInOnboarded(platform, caller.accountId);
    return { msg: 'Onboarding completed.' };
  });

  const catalogue = createCatalogueSource(join(platform.config.dataDir, CATALOGUE_FILE_NAME), (message) => app.log.warn(message));
  // The catalogue is read once at start, so that the log names a broken file right away.
  app.addHook('onReady', async () => {
    await catalogue.current();
  });
  const key = deriveSigningKey(platform.secrets);
  const sign = createCatalogueSigner(key);
  serveEndpoint(app, contract.getCatalogue, async () => sign(await catalogue.current()));
  serveEndpoint(app, reportCatalogueCheck, async ({ body: { lines } }, { caller }) => {
    await noteCatalogueCheck(platform, caller.accountId, lines, await catalogue.current());
    return undefined;
  });
  serveEndpoint(app, listCatalogueChecks, async () => ({ data: await listAnswerCounts(platform, await catalogue.current()) }));
  const prove = createExtensionProver(key, platform.config.publicUrl);
  serveEndpoint(app, contract.proveToExtension, async ({ body }) => prove(body));

  scheduleCleanUp(app, 'collected data', (signal) => removeExpired(platform, signal));
  scheduleCleanUp(app, 'checks of LinkedIn’s answers', () => removeOldChecks(platform));
}

/** The queue is stored with the account, whatever workspace a call is in. */
function ownStorage(app: FastifyInstance) {
  return ({ accountId, isPersonal }: Caller | KeyCaller) =>
    isPersonal ? undefined : app.requireStorage(personalWorkspaceOf(accountId));
}

function registerJobs(app: FastifyInstance, platform: Platform): void {
  const listJobs = createJobLists(platform);
  const gate = createGate(LISTS_AT_ONCE);
  serveEndpoint(app, contract.listJobs, async ({ query }, { caller, reply }) => {
    const tooMany = new AppError('RATE.LIMITED', { retryAfterSeconds: 1 });
    const leave = await gate.enter(caller.accountId, tooMany, signalOf(reply));
    try {
      // The list is serialised while the account has its turn, because that takes longest.
      return new TrustedJson(JSON.stringify(await listJobs(caller, query)));
    } finally {
      leave();
    }
  });
  const requireOwnStorage = ownStorage(app);
  serveEndpoint(app, contract.saveUserJobs, async ({ body }, { caller }) => {
    await requireOwnStorage(caller);
    return saveEntries(platform, caller, body.users);
  });
  serveEndpoint(app, addCollectedPerson, async ({ body }, { caller }) => {
    await requireOwnStorage(caller);
    return saveEntries(platform, caller, [{ id: randomUUID(), url: body.url, found_by: 'address' }]);
  });
  serveEndpoint(app, contract.deleteUserJobs, async ({ body }, { caller }) => {
    await deleteEntries(platform, caller.accountId, body.ids);
    return undefined;
  });
  serveEndpoint(app, contract.saveSearchJobs, async ({ body }, { caller }) => {
    await requireOwnStorage(caller);
    return saveSearch(platform, caller, body.searchParams);
  });
  serveEndpoint(app, contract.deleteSearchJob, async ({ body }, { caller }) => {
    await deleteSearch(platform, caller.accountId, body.id);
    return undefined;
  });
}

function registerParsing(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, contract.parseProfile, ({ body }, { caller }) => parseProfile(platform, caller, body.content));
  serveEndpoint(app, contract.parseComponents, ({ body }, { caller }) => parseComponents(platform, caller, body.content));
  serveEndpoint(app, contract.parseCompany, ({ body }, { caller }) => parseCompany(platform, caller.workspaceId, body));
}

function registerProfiles(app: FastifyInstance, platform: Platform): void {
  const list = createProfileLists(platform);
  const listSandbox = createSandboxLists(platform);
  const answerPage: RouteHandler<typeof profiles.listProfiles> = async ({ query }, context) => {
    const isProgram = isKeyCaller(context.caller);
    return finishList(context, await list(query, { ...memberOf(context.caller), isProgram }), isProgram);
  };
  serveEndpoint(app, profiles.listProfiles, answerPage, {
    sandbox: async ({ query }, context) => finishList(context, listSandbox(query), true),
  });
  const facets = createProfileFacets(platform);
  serveEndpoint(
    app,
    listProfileFacets,
    ({ query }, { caller, reply }) => facets.facets(query, { ...memberOf(caller), signal: signalOf(reply) }),
    { sandbox: async ({ query }) => countSandboxProfiles(query) },
  );
  serveEndpoint(
    app,
    summarizeProfiles,
    ({ query }, { caller, reply }) => facets.summary(query, { ...memberOf(caller), signal: signalOf(reply) }),
    { sandbox: async ({ query }) => summarizeSandboxProfiles(query) },
  );
  serveEndpoint(app, changes.deleteProfiles, async ({ body }, { caller }) => ({
    deleted: await eraseProfiles(platform, caller, body),
  }));
  serveEndpoint(app, changes.tagProfiles, ({ body }, { caller }) => tagProfiles(platform, caller, body));
  serveEndpoint(app, changes.untagProfiles, async ({ body }, { caller }) => ({
    people: await removeAddedTags(platform, caller.workspaceId, body.addition),
  }));
  serveEndpoint(app, profiles.exportProfiles, async ({ query }, { caller, reply }) => {
    const { format = 'csv', preset, ...rest } = query;
    const filters: ProfileFilters = rest;
    await requireFilters(platform, platform.database, caller, filters);
    const { [LIST_FILTER]: list } = filters;
    const reason = typeof list === 'string' ? await nameOfList(platform.database, caller, list) : null;
    describeRowsFile(reply, format, profiles.exportProfiles.success.fileName);
    return exportProfiles(platform, caller, { filters, format, sender: preset === 'sender' ? { reason } : undefined });
  });
  serveEndpoint(app, profiles.exportExperiences, async ({ query }, { caller, reply }) => {
    const { format = 'csv', ...filters } = query;
    await requireFilters(platform, platform.database, caller, filters);
    describeRowsFile(reply, format, profiles.exportExperiences.success.fileName);
    return exportExperiences(platform, caller, { filters, format });
  });
  serveEndpoint(
    app,
    profiles.getProfile,
    async ({ params }, { caller }) => ({ profile: await readProfile(platform, caller.workspaceId, params.user_id) }),
    { sandbox: async ({ params }) => ({ profile: readSandboxProfile(params.user_id) }) },
  );
  const records = createRecords(platform);
  serveEndpoint(app, listProfileRelated, async ({ params }, { caller: { workspaceId }, reply }) => {
    const person = await findComparedPerson(platform, workspaceId, params.user_id);
    return new TrustedJson(await records.relatedToPerson(person, { workspaceId, signal: signalOf(reply) }));
  });
  serveEndpoint(app, profiles.getProfileHistory, ({ params }, { caller }) =>
    readHistory(platform, caller.workspaceId, params.user_id),
  );
}

function registerRecollections(app: FastifyInstance, platform: Platform): void {
  const requireOwnStorage = ownStorage(app);
  serveEndpoint(app, recollections.listRecollections, ({ query }, { caller }) =>
    listRecollections(platform, caller.workspaceId, query),
  );
  serveEndpoint(app, recollections.getRecollection, ({ params }, { caller }) =>
    readRecollection(platform, caller.workspaceId, params.user_id),
  );
  serveEndpoint(app, changes.setRecollections, ({ body }, { caller }) => chooseRecollections(platform, caller, body));
  serveEndpoint(app, recollections.proposeRecollections, async ({ body }, { caller }) => {
    await requireOwnStorage(caller);
    return proposeDue(platform, caller, body.max);
  });
}

function registerLookups(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, contract.searchCompanies, ({ query }, { caller }) =>
    searchCompanies(platform, caller.workspaceId, query.query),
  );
  serveEndpoint(app, contract.searchLocations, ({ query }, { caller }) =>
    searchLocations(platform, caller.workspaceId, query.query),
  );
  serveEndpoint(app, contract.rememberLocations, ({ body }, { caller }) =>
    rememberLocations(platform, caller.workspaceId, body.data),
  );
}
