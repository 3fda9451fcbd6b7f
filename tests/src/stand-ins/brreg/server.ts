/**
 * A local server that plays the register of units of Brønnøysund: the whole register as one gzip file, which is as old as the
 * night it was made in, lists of units, single units, and the feed of changes. Plain HTTP on loopback, reached by
 * SOURCE_NO_BRREG_URL. It talks to nobody.
 */
import { gzipSync } from 'node:zlib';
import { type PublisherAnswer, type PublisherRequest, type PublisherStandIn, startPublisher } from '../publisher.ts';
import { type StandInUnit, sampleUnit } from './units.ts';

export type BrregChange = 'Ny' | 'Endring' | 'Sletting' | 'Fjernet' | 'Ukjent';

export interface BrregStandIn extends PublisherStandIn {
  /** Settings that lead a server here, as the environment gives them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Adds or replaces units without an event, as before the night's file was made. */
  put(...units: readonly StandInUnit[]): void;
  /** Makes the file anew from the units as they are now. */
  makeFile(modified?: Date): void;
  /** Publishes other bytes as the file. */
  replaceFile(bytes: Buffer): void;
  /** An event, and the unit as it is after it. */
  change(unit: StandInUnit, type?: BrregChange): void;
  /** The unit is struck off: a list no longer has it, it alone is still told. */
  strikeOff(number: string): void;
  /** The unit is removed for legal reasons: nothing is told of it. */
  remove(number: string): void;
}

interface BrregEvent {
  readonly oppdateringsid: number;
  readonly dato: string;
  readonly organisasjonsnummer: string;
  readonly endringstype: BrregChange;
}

const API = '/enhetsregisteret/api';
const MOST = 10_000;
/** The register counts since 2018. */
const FIRST_EVENT = 24_000_001;

export async function startBrregStandIn({
  port = 0,
  now = () => new Date(),
}: {
  readonly port?: number;
  readonly now?: () => Date;
} = {}): Promise<BrregStandIn> {
  const units = new Map<string, StandInUnit>([sampleUnit({})].map((unit) => [unit.organisasjonsnummer, unit]));
  const deleted = new Map<string, StandInUnit>();
  const removed = new Set<string>();
  const events: BrregEvent[] = [];
  let file = { bytes: packed(), modified: now() };

  function packed(): Buffer {
    return gzipSync(JSON.stringify([...units.values()]));
  }

  function tell(number: string, type: BrregChange): void {
    const id = (events.at(-1)?.oppdateringsid ?? FIRST_EVENT) + 3;
    events.push({ oppdateringsid: id, dato: now().toISOString(), organisasjonsnummer: number, endringstype: type });
  }

  function answer(request: PublisherRequest): PublisherAnswer {
    if (request.host !== 'data.brreg.no') return null;
    if (request.path === `${API}/enheter/lastned`) return { ...file, type: 'application/gzip' };
    if (request.path === `${API}/enheter`) return { json: listUnits(request.query) };
    if (request.path === `${API}/oppdateringer/enheter`) return { json: listEvents(request.query) };
    const number = new RegExp(`^${API}/enheter/(\\d{9})$`).exec(request.path)?.[1] ?? '';
    if (removed.has(number)) return { status: 410, json: { organisasjonsnummer: number, slettedato: null } };
    const unit = deleted.get(number) ?? units.get(number);
    return unit === undefined ? null : { json: unit };
  }

  function listUnits(query: URLSearchParams) {
    const numbers = query.get('organisasjonsnummer')?.split(',');
    const found = numbers === undefined ? [...units.values()] : numbers.flatMap((number) => units.get(number) ?? []);
    return pageOf('enheter', found, query);
  }

  function listEvents(query: URLSearchParams) {
    const from = Number(query.get('oppdateringsid') ?? 0);
    const since = query.get('dato') ?? '';
    const found = events.filter(({ oppdateringsid, dato }) => oppdateringsid >= from && dato >= since);
    return pageOf('oppdaterteEnheter', found, query);
  }

  const publisher = await startPublisher({ name: 'brreg', port, answer });
  return {
    ...publisher,
    environment: { SOURCE_NO_BRREG_URL: publisher.origin },
    put: (...added) => {
      for (const unit of added) units.set(unit.organisasjonsnummer, unit);
    },
    makeFile: (modified = now()) => {
      file = { bytes: packed(), modified };
    },
    replaceFile: (bytes) => {
      file = { bytes, modified: now() };
    },
    change: (unit, type = 'Endring') => {
      units.set(unit.organisasjonsnummer, unit);
      tell(unit.organisasjonsnummer, type);
    },
    strikeOff: (number) => {
      const { navn = '', organisasjonsform } = units.get(number) ?? {};
      units.delete(number);
      deleted.set(number, { organisasjonsnummer: number, navn, organisasjonsform, slettedato: now().toISOString().slice(0, 10) });
      tell(number, 'Sletting');
    },
    remove: (number) => {
      units.delete(number);
      removed.add(number);
      tell(number, 'Fjernet');
    },
  };
}

/** A page, in the form of all lists; without elements, there is no list. */
function pageOf(name: string, found: readonly unknown[], query: URLSearchParams) {
  const size = Math.min(MOST, Number(query.get('size') ?? 20));
  const elements = found.slice(0, size);
  return {
    ...(elements.length === 0 ? {} : { _embedded: { [name]: elements } }),
    page: { size, totalElements: found.length, totalPages: Math.ceil(found.length / size), number: 0 },
  };
}
