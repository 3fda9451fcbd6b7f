/** Files as large as those of the publishers, with fictional content in their structure. */
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { sampleUnit } from '@leadloom/tests/stand-ins/brreg/units';
import { createAdviserFiles, sampleAdviser } from '@leadloom/tests/stand-ins/sec/advisers';
import { strFromU8, unzipSync, zipSync } from 'fflate';

const INDUSTRIES = ['Other Technology', 'Biotechnology', 'Pooled Investment Fund', 'Commercial', 'Manufacturing', 'Computers'];

/** A quarter of Form D: a third are funds and real estate, which are left out. Three persons each. */
export function quarterZip(filings: number): Buffer {
  const tables: Record<string, string[]> = {
    FORMDSUBMISSION: ['ACCESSIONNUMBER\tFILE_NUM\tFILING_DATE\tSIC_CODE\tSCHEMAVERSION\tSUBMISSIONTYPE\tTESTORLIVE'],
    ISSUERS: [
      'ACCESSIONNUMBER\tIS_PRIMARYISSUER_FLAG\tISSUER_SEQ_KEY\tCIK\tENTITYNAME\tSTREET1\tCITY\tSTATEORCOUNTRY\tSTATEORCOUNTRYDESCRIPTION\tZIPCODE\tISSUERPHONENUMBER\tJURISDICTIONOFINC\tENTITYTYPE\tYEAROFINC_TIMESPAN_CHOICE\tYEAROFINC_VALUE_ENTERED',
    ],
    OFFERING: [
      'ACCESSIONNUMBER\tINDUSTRYGROUPTYPE\tINVESTMENTFUNDTYPE\tREVENUERANGE\tFEDERALEXEMPTIONS_ITEMS_LIST\tISAMENDMENT\tPREVIOUSACCESSIONNUMBER\tSALE_DATE\tYETTOOCCUR\tISEQUITYTYPE\tISDEBTTYPE\tISOPTIONTOACQUIRETYPE\tISPOOLEDINVESTMENTFUNDTYPE\tISBUSINESSCOMBINATIONTRANS\tTOTALOFFERINGAMOUNT\tTOTALAMOUNTSOLD\tTOTALREMAINING',
    ],
    RELATEDPERSONS: [
      'ACCESSIONNUMBER\tRELATEDPERSON_SEQ_KEY\tFIRSTNAME\tMIDDLENAME\tLASTNAME\tSTREET1\tCITY\tSTATEORCOUNTRY\tRELATIONSHIP_1\tRELATIONSHIP_2\tRELATIONSHIP_3\tRELATIONSHIPCLARIFICATION',
    ],
    RECIPIENTS: ['ACCESSIONNUMBER\tRECIPIENT_SEQ_KEY\tRECIPIENTNAME'],
    SIGNATURES: ['ACCESSIONNUMBER\tSIGNATURE_SEQ_KEY\tISSUERNAME\tSIGNATURENAME\tNAMEOFSIGNER\tSIGNATURETITLE\tSIGNATUREDATE'],
  };
  for (let index = 0; index < filings; index += 1) {
    const accession = `0001999999-26-${String(index).padStart(6, '0')}`;
    const industry = INDUSTRIES[index % INDUSTRIES.length] ?? '';
    const isFund = industry === 'Pooled Investment Fund';
    const person = `Ann${index}`;
    tables.FORMDSUBMISSION?.push([accession, `021-${500_000 + index}`, '02-APR-2026', '', 'X0708', 'D', 'LIVE'].join('\t'));
    tables.ISSUERS?.push(
      [
        ...[
          accession,
          'YES',
          '101',
          String(1_900_000 + index).padStart(10, '0'),
          `CANAL WORKS ${index}, INC.`,
          '1 Sample Street',
        ],
        ...['AUSTIN', 'TX', 'TEXAS', '78701', '512-555-0100', 'DELAWARE', 'Corporation', 'Within five years', '2024'],
      ].join('\t'),
    );
    tables.OFFERING?.push(
      [
        ...[
          accession,
          industry,
          isFund ? 'Venture Capital Fund' : '',
          '$1 - $1,000,000',
          isFund ? '06b, 3C.7' : '06b',
          'false',
          '',
        ],
        ...['2026-03-20', 'false', 'true', 'false', 'false', String(isFund), 'false', '5000000', '3200000', '1800000'],
      ].join('\t'),
    );
    for (const [sequence, last] of ['Lee', 'Weir', 'Lock'].entries())
      tables.RELATEDPERSONS?.push(
        [
          ...[
            accession,
            String(sequence + 1),
            person,
            '',
            last,
            '1 Sample Street',
            'AUSTIN',
            'TX',
            'Executive Officer',
            'Director',
          ],
          '',
          '',
        ].join('\t'),
      );
    tables.SIGNATURES?.push(
      [
        accession,
        '1',
        `CANAL WORKS ${index}, INC.`,
        `/s/ ${person} Lee`,
        `${person} Lee`,
        'Chief Executive Officer',
        '2026-04-02',
      ].join('\t'),
    );
  }
  const files = Object.entries(tables).map(
    ([name, lines]) => [`2026Q1_d/${name}.tsv`, Buffer.from(`${lines.join('\n')}\n`)] as const,
  );
  return Buffer.from(zipSync(Object.fromEntries(files)));
}

/** The month's two rosters with as many columns as the real ones. @returns answers by path, as the stand-in gives them */
export function adviserRosters({
  registered,
  exempt,
  columns,
}: {
  registered: number;
  exempt: number;
  columns: readonly [number, number];
}) {
  const files = createAdviserFiles();
  const firm = (index: number, kind: string) =>
    sampleAdviser({
      'Organization CRD#': String(100_000 + index),
      'CIK#': String(1_500_000 + index),
      'Firm Type': kind,
      'Primary Business Name': `NORTHLIGHT VENTURES ${index}, LLC`,
      'Legal Name': `NORTHLIGHT VENTURES ${index} GP, LLC`,
      'Website Address': `HTTP://WWW.NORTHLIGHT-${index}.EXAMPLE`,
    });
  const [month] = files.months;
  if (month === undefined) throw new Error('the stand-in has no month');
  files.months[0] = {
    ...month,
    registered: Array.from({ length: registered }, (_, index) => ({
      ...firm(index, 'Registered'),
      'SEC Current Status': 'Approved',
    })),
    exempt: Array.from({ length: exempt }, (_, index) => firm(registered + index, 'ERA')),
  };
  const widened = new Map<string, Buffer>();
  return (host: string, path: string) => {
    const file = files.answer(host, path);
    if (file === null || !path.endsWith('.zip')) return file;
    const nth = path.includes(month.files[0]) ? 0 : 1;
    const bytes = widened.get(path) ?? widen(file.bytes, columns[nth]);
    widened.set(path, bytes);
    return { ...file, bytes };
  };
}

/** Appends columns to the CSV of an archive. */
function widen(zip: Buffer, columns: number): Buffer {
  const entries = Object.entries(unzipSync(zip)).map(([name, bytes]) => {
    if (!name.endsWith('.csv')) return [name, bytes] as const;
    const [head = '', ...rows] = strFromU8(bytes, true).split('\r\n');
    const more = Math.max(0, columns - head.split('","').length);
    const names = Array.from({ length: more }, (_, index) => `,"Further item ${index}"`).join('');
    const lines = [`${head}${names}`, ...rows.map((row) => (row === '' ? '' : `${row}${',"N"'.repeat(more)}`))];
    return [name, Uint8Array.from(Buffer.from(lines.join('\r\n'), 'latin1'))] as const;
  });
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 1 }));
}

/** The whole register, packed. Every eleventh unit has staff, an address or an email, as the floor asks. */
export async function unitsFile(units: number, taken: number): Promise<Buffer> {
  const every = Math.round(units / taken);
  const gzip = createGzip({ level: 1 });
  const packed = buffer(gzip);
  const write = async (text: string) => {
    if (!gzip.write(text)) await once(gzip, 'drain');
  };
  await write('[');
  for (let index = 0; index < units; index += 1) {
    const isTaken = index % every === 0;
    const blank = isTaken
      ? {}
      : { hjemmeside: undefined, epostadresse: undefined, antallAnsatte: undefined, harRegistrertAntallAnsatte: false };
    const unit = sampleUnit({
      organisasjonsnummer: String(900_000_000 + index),
      navn: `NORDLYS ÅKER ${index} AS`,
      ...(isTaken ? { hjemmeside: `www.nordlys-${index}.example`, epostadresse: `POST@NORDLYS-${index}.EXAMPLE` } : {}),
      ...blank,
    });
    await write(`${index === 0 ? '' : ','}${JSON.stringify(unit)}`);
  }
  await write(']');
  gzip.end();
  return packed;
}
