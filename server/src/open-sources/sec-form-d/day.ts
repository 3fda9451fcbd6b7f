/**
 * The filings of a day, from EDGAR's daily index and the submissions it names: a header and the form's XML in one file. Seen in
 * recorded files of schema X0101 to X0708; the index is of fixed width.
 */
import { type OpenAnswer, OpenSourceError, type OpenSourceRun } from '../open-source.ts';
import { childOf, readXml, textOf, type XmlElement } from '../readers/read-xml.ts';
import type { Filing, Person } from './filing.ts';
import { dayOf, isReadable, yearOf } from './quarter.ts';

const ARCHIVES = 'https://www.sec.gov/Archives/';
/** Filings of a day that may be unreadable: a day has some 200. */
const FEW = 5;
const FEW_SHARE = 0.05;
/** What every filing has, and what "Try it" misses if it is not there. */
const EXPECTED: readonly (readonly string[])[] = [
  ['submissionType'],
  ['primaryIssuer', 'cik'],
  ['primaryIssuer', 'entityName'],
  ['primaryIssuer', 'issuerAddress', 'city'],
  ['primaryIssuer', 'issuerAddress', 'stateOrCountry'],
  ['primaryIssuer', 'issuerPhoneNumber'],
  ['primaryIssuer', 'entityType'],
  ['relatedPersonsList', 'relatedPersonInfo', 'relatedPersonName', 'lastName'],
  ['offeringData', 'industryGroup', 'industryGroupType'],
  ['offeringData', 'typeOfFiling', 'newOrAmendment', 'isAmendment'],
  ['offeringData', 'typeOfFiling', 'dateOfFirstSale'],
  ['offeringData', 'offeringSalesAmounts', 'totalAmountSold'],
];

/** Addresses of the day's submissions on Form D, each once; null: the day has no index. @throws {OpenSourceError} */
export async function readIndex(day: string, run: OpenSourceRun): Promise<readonly string[] | null> {
  const quarter = Math.ceil(Number(day.slice(5, 7)) / 3);
  const url = `${ARCHIVES}edgar/daily-index/${day.slice(0, 4)}/QTR${quarter}/form.${day.replaceAll('-', '')}.idx`;
  const answer = await run.get(url, { accepts: isMissing });
  if (answer.status === 404 || isMissing(answer)) return null;
  if (answer.status !== 200) throw new OpenSourceError(`${url} could not be fetched: status ${answer.status}.`);
  const lines = answer.bytes.toString('latin1').split(/\r?\n/);
  const header = lines.findIndex((line) => line.startsWith('Form Type') && line.includes('File Name'));
  if (header < 0) throw new OpenSourceError(`${url} has no columns Form Type and File Name. Its format may have changed.`);
  // One submission stands there once for each filer.
  const found = new Map<string, string>();
  for (const line of lines.slice(header + 1)) {
    if (!/^D(?:\/A)?\s{2,}/.test(line)) continue;
    const [, file = '', accession] = /\s(edgar\/data\/\d+\/(\d{10}-\d\d-\d{6})\.txt)\s*$/.exec(line) ?? [];
    if (accession === undefined) throw new OpenSourceError(`${url} names a filing in another way: ${line.slice(-60).trim()}.`);
    if (!found.has(accession)) found.set(accession, ARCHIVES + file);
  }
  return [...found.values()];
}

/** The storage behind the archives says 403 of a file that is not there, as XML; a refusal is a page. */
function isMissing({ status, bytes }: OpenAnswer): boolean {
  return status === 403 && /<Code>\s*(?:AccessDenied|NoSuchKey)/.test(bytes.subarray(0, 2_000).toString('latin1'));
}

/** @throws {OpenSourceError} if many of them cannot be read */
export async function readDay(day: string, addresses: readonly string[], run: OpenSourceRun): Promise<readonly Filing[]> {
  const filings: Filing[] = [];
  let unreadable = 0;
  for (const url of addresses) {
    const answer = await run.get(url);
    const filing = answer.status === 200 ? ((await readSubmission(answer))?.filing ?? null) : null;
    if (filing === null) unreadable += 1;
    else filings.push(filing);
    if (unreadable > FEW && unreadable > addresses.length * FEW_SHARE)
      throw new OpenSourceError(
        `${unreadable} filings of ${day} cannot be read, the last at ${url}. The format may have changed.`,
      );
  }
  return filings;
}

export interface ReadSubmission {
  /** null: it cannot be read. */
  readonly filing: Filing | null;
  /** Elements that are expected and not there. */
  readonly missing: readonly string[];
}

/** null: there is no form in it. */
export async function readSubmission({ bytes }: OpenAnswer): Promise<ReadSubmission | null> {
  const text = bytes.toString('utf8');
  const start = text.indexOf('<edgarSubmission');
  const end = text.indexOf('</edgarSubmission>', start);
  if (start < 0 || end < 0) return null;
  // In front of the header there may be a wrapper of its own; what counts are lines such as `ACCESSION NUMBER: …`.
  const header = (name: string) => new RegExp(`^\\s*${name}:\\s*(\\S+)`, 'm').exec(text.slice(0, start))?.[1] ?? '';
  try {
    for await (const form of readXml(single(text.slice(start, end + '</edgarSubmission>'.length)), ['edgarSubmission'])) {
      const missing = EXPECTED.filter((path) => childOf(form, ...path) === undefined).map((path) => path.join('/'));
      return { filing: filingOf(form, header), missing };
    }
  } catch (error) {
    if (!(error instanceof OpenSourceError)) throw error;
  }
  return null;
}

async function* single(text: string): AsyncGenerator<string> {
  yield text;
}

function filingOf(form: XmlElement, header: (name: string) => string): Filing | null {
  const issuer = childOf(form, 'primaryIssuer');
  const offering = childOf(form, 'offeringData');
  const filed = /^(\d{4})(\d\d)(\d\d)$/.exec(header('FILED AS OF DATE'));
  if (offering === undefined) return null;
  const type = (field: string) => textOf(offering, 'typesOfSecuritiesOffered', field) === 'true';
  const filing: Filing = {
    accession: header('ACCESSION NUMBER'),
    fileNumber: header('SEC FILE NUMBER'),
    previousAccession: textOf(offering, 'typeOfFiling', 'newOrAmendment', 'previousAccessionNumber'),
    filedOn: filed === null ? '' : dayOf(filed.slice(1).join('-')),
    isTest: /^test$/i.test(textOf(form, 'testOrLive')),
    cik: textOf(issuer, 'cik').padStart(10, '0'),
    name: textOf(issuer, 'entityName'),
    city: textOf(issuer, 'issuerAddress', 'city'),
    place: textOf(issuer, 'issuerAddress', 'stateOrCountry'),
    phone: textOf(issuer, 'issuerPhoneNumber'),
    entityType: textOf(issuer, 'entityType'),
    foundedIn: yearOf(textOf(issuer, 'yearOfInc', 'value')),
    industry: textOf(offering, 'industryGroup', 'industryGroupType'),
    fundType: textOf(offering, 'industryGroup', 'investmentFundInfo', 'investmentFundType'),
    exemptions: childrenOf(offering, 'federalExemptionsExclusions', 'item').map(({ text }) => text),
    firstSaleOn: dayOf(textOf(offering, 'typeOfFiling', 'dateOfFirstSale', 'value')),
    isEquity: type('isEquityType'),
    isDebt: type('isDebtType'),
    isOption: type('isOptionToAcquireType'),
    isPooled: type('isPooledInvestmentFundType'),
    isCombination: textOf(offering, 'businessCombinationTransaction', 'isBusinessCombinationTransaction') === 'true',
    amountSold: textOf(offering, 'offeringSalesAmounts', 'totalAmountSold'),
    persons: childrenOf(form, 'relatedPersonsList', 'relatedPersonInfo').map(personOf),
    signers: childrenOf(form, ...signaturePath(form), 'signature').map((signature) => ({
      name: textOf(signature, 'nameOfSigner'),
      title: textOf(signature, 'signatureTitle'),
    })),
  };
  return isReadable(filing) ? filing : null;
}

/** The signatures stand under the offering in recent schemas, beside it in the first ones. */
function signaturePath(form: XmlElement): readonly string[] {
  return childOf(form, 'offeringData', 'signatureBlock') === undefined ? ['signatureBlock'] : ['offeringData', 'signatureBlock'];
}

function personOf(info: XmlElement): Person {
  const name = childOf(info, 'relatedPersonName');
  return {
    first: textOf(name, 'firstName'),
    middle: textOf(name, 'middleName'),
    last: textOf(name, 'lastName'),
    roles: childrenOf(info, 'relatedPersonRelationshipList', 'relationship').map(({ text }) => text),
  };
}

/** The children of one name under a path. */
function childrenOf(element: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  const name = path.at(-1);
  return childOf(element, ...path.slice(0, -1))?.children.filter((child) => child.name === name) ?? [];
}
