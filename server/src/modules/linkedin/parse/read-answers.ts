/** Reads LinkedIn's answers and prepares what is stored of them, without the database: here, or in a thread. Pure. */
import { type CompanyResult, parseCompany } from '@leadloom/shared/linkedin/parse/parse-company';
import { type ProfileResult, parseProfile } from '@leadloom/shared/linkedin/parse/parse-profile';
import type { NextPage, ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { LargeDocument } from '../../../http/large-document.ts';
import { type PackedAnswer, packAnswers, type SlottedAnswer } from '../raw-answers/raw-answers.ts';
import { acceptedSnapshot } from './accept-answers.ts';
import { withinLimits } from './storage-limits.ts';

type ProfileAnswer = Extract<ProfileResult, { ok: true }>;

/** Fields that may hold a list of pages. */
const PAGED_SLOTS: readonly string[] = ['positions', 'educations'];
/** No section has more pages of 100 rows. */
const MAX_PAGES = 8;

/** An answer as it can be sent to a thread: a value, or the bytes of a document. */
export interface SentAnswer extends SlottedAnswer {
  readonly document: Pick<LargeDocument, 'bytes' | 'isJson'> | null;
}

export type ReadTask =
  | { readonly kind: 'profile'; readonly identity: string; readonly answers: readonly SentAnswer[]; readonly isStored: boolean }
  | { readonly kind: 'company'; readonly identity: string; readonly answer: SentAnswer };

export interface AcceptedAnswers {
  readonly snapshot: ProfileSnapshot;
  /** The responses that are stored with the snapshot; null if none are. */
  readonly raw: readonly PackedAnswer[] | null;
  /** The next page of the experience section; null after the last. */
  readonly nextPage: NextPage | null;
  readonly typedNext: ProfileAnswer['typedNext'];
}

export type ReadResult =
  | { readonly kind: 'profile'; readonly accepted: AcceptedAnswers }
  | { readonly kind: 'company'; readonly company: CompanyResult }
  | { readonly kind: 'refused'; readonly code: 'PARSE.OTHER_MEMBER' | 'PARSE.UNREADABLE' };

export async function readAnswers(task: ReadTask): Promise<ReadResult> {
  if (task.kind === 'company') {
    const { identity, answer } = task;
    return { kind: 'company', company: parseCompany({ identity, content: opened(answer).content }) };
  }
  const payloads = task.answers.map(opened).flatMap(pagesOf);
  const result = parseProfile({ identity: task.identity, payloads });
  if (!result.ok) return { kind: 'refused', code: result.reason === 'other_member' ? 'PARSE.OTHER_MEMBER' : 'PARSE.UNREADABLE' };
  const snapshot = withinLimits(acceptedSnapshot(result));
  const nextPage = result.nextPages.find(({ section }) => section === 'experience') ?? null;
  return {
    kind: 'profile',
    accepted: {
      snapshot,
      raw: task.isStored ? await packAnswers(payloads, result.payloads) : null,
      nextPage,
      typedNext: result.typedNext,
    },
  };
}

/** An answer as the endpoint's body has it, for a task. */
export function sentAnswer(slot: string, content: unknown): SentAnswer {
  if (!(content instanceof LargeDocument)) return { slot, content, document: null };
  return { slot, content: null, document: { bytes: content.bytes, isJson: content.isJson } };
}

function pagesOf({ slot, content }: SlottedAnswer): readonly SlottedAnswer[] {
  if (!PAGED_SLOTS.includes(slot) || !Array.isArray(content)) return [{ slot, content }];
  return content.slice(0, MAX_PAGES).map((page: unknown) => ({ slot, content: page }));
}

function opened({ slot, content, document }: SentAnswer): SlottedAnswer {
  if (document === null) return { slot, content };
  const { bytes, isJson } = document;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  return { slot, content: isJson ? JSON.parse(text) : text };
}
