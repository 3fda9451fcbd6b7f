/** Fictional units in the register's form. What is blank is absent. */

export interface StandInUnit {
  readonly organisasjonsnummer: string;
  readonly navn?: string;
  readonly organisasjonsform?: unknown;
  readonly [field: string]: unknown;
}

/** A limited company with all fields that are read, and some that are not. @param changed undefined leaves a field out */
export function sampleUnit(changed: Readonly<Record<string, unknown>>): StandInUnit {
  const unit: StandInUnit = {
    organisasjonsnummer: '900000001',
    navn: 'NORDLYS ØKOLOGISKE ÅKER AS',
    organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap', _links: {} },
    hjemmeside: 'www.nordlys.example',
    epostadresse: 'POST@NORDLYS.EXAMPLE',
    telefon: '22 00 01 23',
    mobil: '900 00 123',
    forretningsadresse: {
      land: 'Norge',
      landkode: 'NO',
      postnummer: '8622',
      poststed: 'MO I RANA',
      adresse: ['Storgata 1'],
      kommune: 'RANA',
      kommunenummer: '1833',
    },
    naeringskode1: { kode: '62.010', beskrivelse: 'Programmeringstjenester' },
    naeringskode2: { kode: '01.130', beskrivelse: 'Dyrking av grønnsaker' },
    antallAnsatte: 12,
    harRegistrertAntallAnsatte: true,
    stiftelsesdato: '2014-03-01',
    konkurs: false,
    underAvvikling: false,
    underTvangsavviklingEllerTvangsopplosning: false,
    aktivitet: ['Utvikling av programvare for', 'økologisk dyrking.'],
    vedtektsfestetFormaal: ['Selskapets formål er noe annet.'],
    kapital: { belop: 100_000, valuta: 'NOK', antallAksjer: 5_000_000_000 },
    erIKonsern: false,
    ...changed,
  };
  return { organisasjonsnummer: unit.organisasjonsnummer, ...withoutBlanks(unit) };
}

function withoutBlanks(unit: StandInUnit): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(unit).filter(([, value]) => value !== undefined));
}
