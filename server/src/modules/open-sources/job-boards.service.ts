/** Job boards as operators paste, see and remove them. */
import type { OpenSourceId } from '@leadloom/shared/contract/open-source-ids';
import type { JobBoard } from '@leadloom/shared/contract/open-sources';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import { AppError } from '../../http/app-error.ts';
import { type BoardLink, boardOfText, boardPage } from '../../open-sources/job-boards/board-links.ts';
import { isBoardProvider } from '../../open-sources/job-boards/providers.ts';
import type { Platform } from '../../platform.ts';
import { type Actor, recordAction } from '../audit/operator-audit.service.ts';
import * as repository from './runs/boards.repository.ts';

/** Error messages quote at most this many characters of an address. */
const QUOTED = 100;

export function hasBoards(id: OpenSourceId): boolean {
  return id === 'job-boards';
}

/** Each board once. @throws {AppError} SOURCES.NOT_A_BOARD for the first that is none, REQUEST.INVALID for other sources */
export function readBoards(id: OpenSourceId, addresses: readonly string[]): readonly BoardLink[] {
  if (!hasBoards(id)) {
    const detail = 'only the source job-boards has job boards';
    throw new AppError('REQUEST.INVALID', { message: `boards: ${detail}`, errors: [{ pointer: '/boards', detail }] });
  }
  const links = new Map<string, BoardLink>();
  for (const [index, address] of addresses.entries()) {
    const link = boardOfText(address);
    if (link === null) {
      const quoted = address.length > QUOTED ? `${address.slice(0, QUOTED)}…` : address;
      const message = `"${quoted}" is no job board at Greenhouse, Lever, Ashby, SmartRecruiters, Recruitee or Workable.`;
      throw new AppError('SOURCES.NOT_A_BOARD', { message, errors: [{ pointer: `/boards/${index}`, detail: message }] });
    }
    links.set(`${link.provider} ${link.token}`, link);
  }
  return [...links.values()];
}

interface BoardQuery extends PageQuery {
  /** A part of a board's name or of its company's, or a board's address. */
  readonly q?: string | undefined;
}

export async function listJobBoards(
  { database }: Pick<Platform, 'database'>,
  { q = '', ...page }: BoardQuery,
): Promise<{ data: JobBoard[]; total: number }> {
  const search = q === '' ? null : (boardOfText(q) ?? q);
  const { rows, total } = await repository.listBoards(database, { search, ...rowsOfPage(page) });
  return {
    data: rows.map(({ provider, token, companyName, companyWebsite, readAt, error }) => ({
      provider,
      token,
      url: isBoardProvider(provider) ? boardPage({ provider, token }) : null,
      company_name: companyName,
      company_website: companyWebsite,
      read_at: readAt?.toISOString() ?? null,
      error,
    })),
    total,
  };
}

/** Its jobs stay. @throws {AppError} SOURCES.BOARD_NOT_FOUND */
export async function removeJobBoard(
  platform: Pick<Platform, 'database' | 'now'>,
  board: { readonly provider: string; readonly token: string },
  actor: Actor,
): Promise<void> {
  await platform.database.transaction(async (transaction) => {
    if (!(await repository.deleteBoard(transaction, board))) throw new AppError('SOURCES.BOARD_NOT_FOUND');
    const detail = `${board.provider} ${board.token}`;
    await recordAction(platform, transaction, actor, { action: 'source.board_removed', target: 'job-boards', detail });
  });
}
