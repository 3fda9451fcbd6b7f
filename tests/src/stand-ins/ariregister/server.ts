/**
 * A local server that plays the open data of Estonia's e-Business Register: one file of all companies, packed with 64-bit sizes.
 * Plain HTTP on loopback, reached by SOURCE_EE_ARIREGISTER_URL. It talks to nobody. Its form follows programs that read the real
 * file; the file itself was never seen.
 */
import { type PublisherStandIn, startPublisher } from '../publisher.ts';
import { zip64 } from './zip64.ts';

const PATH = '/sites/default/files/avaandmed/ettevotja_rekvisiidid__yldandmed.json.zip';
const ENTRY = 'ettevotja_rekvisiidid__yldandmed.json';

export interface AriregisterStandIn extends PublisherStandIn {
  /** Settings that lead a server here, as the environment gives them. */
  readonly environment: Readonly<Record<string, string>>;
  publish(companies: readonly unknown[], modified?: Date): void;
}

export async function startAriregisterStandIn({ port = 0 }: { readonly port?: number } = {}): Promise<AriregisterStandIn> {
  let file = { bytes: packed([sampleCompany({})]), modified: new Date('2026-11-28T03:00:00Z') };
  const publisher = await startPublisher({
    name: 'ariregister',
    port,
    answer: ({ host, path }) => (host === 'avaandmed.ariregister.rik.ee' && path === PATH ? file : null),
  });
  return {
    ...publisher,
    environment: { SOURCE_EE_ARIREGISTER_URL: publisher.origin },
    publish: (companies, modified = file.modified) => {
      file = { bytes: packed(companies), modified };
    },
  };
}

/** The file is written with indents. */
function packed(companies: readonly unknown[]): Buffer {
  return zip64(ENTRY, Buffer.from(JSON.stringify(companies, null, 4)));
}

/** @param general fields of `yldandmed` */
export function sampleCompany(general: Readonly<Record<string, unknown>>, changed: Readonly<Record<string, unknown>> = {}) {
  return {
    ariregistri_kood: 10_000_001,
    nimi: 'Põhjavalguse Tarkvara OÜ',
    ...changed,
    yldandmed: {
      staatus: 'R',
      staatus_tekstina: 'Registrisse kantud',
      oiguslik_vorm: 'OÜ',
      esmaregistreerimise_kpv: '05.06.2013',
      sidevahendid: [
        { liik: 'EMAIL', sisu: 'vana@pohjavalgus.example', lopp_kpv: '01.01.2020' },
        { liik: 'EMAIL', sisu: 'INFO@pohjavalgus.example', lopp_kpv: null },
        { liik: 'MOB', sisu: '+372 55500101' },
        { liik: 'WWW', sisu: 'https://pohjavalgus.example/' },
      ],
      aadressid: [
        { riik: 'EST', ehak_nimetus: 'Tartu linn, Tartu maakond', lopp_kpv: '31.12.2019' },
        {
          riik: 'EST',
          ehak_nimetus: 'Pirita linnaosa, Tallinn, Harju maakond',
          tanav_maja_korter: 'Näidise tn 1',
          postiindeks: '11911',
        },
      ],
      teatatud_tegevusalad: [
        { emtak_kood: '47911', nace_kood: '47.91', on_pohitegevusala: false },
        { emtak_kood: '62101', nace_kood: '62.10', on_pohitegevusala: true },
        { emtak_kood: '56101', nace_kood: '56.10', on_pohitegevusala: false, lopp_kpv: '01.01.2021' },
      ],
      info_majandusaasta_aruannetest: [
        { majandusaasta_perioodi_lopp_kpv: '31.12.2023', tootajate_arv: '1' },
        { majandusaasta_perioodi_lopp_kpv: '31.12.2025', tootajate_arv: '14' },
      ],
      ...general,
    },
  };
}
