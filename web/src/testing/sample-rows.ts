/** Twenty columns of every kind, and any number of sample rows, the same every time. */
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';

export const sampleColumns: readonly ColumnDefinition[] = [
  { field: 'name', headerName: 'Name', kind: 'text' },
  { field: 'website', headerName: 'Website', kind: 'link' },
  { field: 'country', headerName: 'Country', kind: 'text' },
  { field: 'city', headerName: 'City', kind: 'text' },
  { field: 'verticals', headerName: 'Verticals', kind: 'list' },
  { field: 'employee_count', headerName: 'Employee count', kind: 'integer' },
  { field: 'contact_email', headerName: 'Main contact email', kind: 'email' },
  { field: 'contact_name', headerName: 'Main contact name', kind: 'text' },
  { field: 'phone', headerName: 'Phone', kind: 'phone' },
  { field: 'deal_type', headerName: 'Last financing deal type', kind: 'text' },
  { field: 'funded_on', headerName: 'Last financing on', kind: 'date' },
  { field: 'revenue', headerName: 'Revenue (in $M)', kind: 'money' },
  { field: 'ebitda', headerName: 'EBITDA', kind: 'money' },
  { field: 'rating', headerName: 'Rating', kind: 'number' },
  { field: 'is_hiring', headerName: 'Hiring', kind: 'boolean' },
  { field: 'profile_url', headerName: 'Profile', kind: 'link' },
  { field: 'status', headerName: 'Business status', kind: 'text' },
  { field: 'region', headerName: 'Region', kind: 'text' },
  { field: 'description', headerName: 'Description', kind: 'long-text' },
  { field: 'updated_at', headerName: 'Updated at', kind: 'time' },
];

const first = ['Amber', 'Bobbin', 'Calico', 'Damask', 'Ecru', 'Flax', 'Gingham', 'Heddle', 'Indigo', 'Jute', 'Kersey'];
const second = ['Mills', 'Works', 'Systems', 'Partners', 'Analytics', 'Logistics', 'Studios', 'Foods', 'Robotics'];
const places = [
  ['Portugal', 'Porto', 'Europe'],
  ['Japan', 'Kanazawa', 'Asia'],
  ['United States', 'Providence', 'Americas'],
  ['Germany', 'Chemnitz', 'Europe'],
  ['New Zealand', 'Dunedin', 'Oceania'],
] as const;
const verticals = ['Textiles', 'Industrial automation', 'Logistics', 'Software', 'Retail', 'Energy', 'Agriculture'];
const people = ['Maren Holt', 'Ilse Brandt', 'Tomás Vidal', 'Aiko Mori', 'Noor Haddad', 'Wren Okafor', 'Søren Lund'];
const deals = ['Seed', 'Series A', 'Series B', 'Later-stage venture', 'Buyout', 'Secondary transaction'];
const DAY = 86_400_000;

/** @param number from 1 */
export function sampleRow(number: number): TableRow {
  const pick = <Item>(items: readonly Item[], salt: number): Item | null =>
    items[(number * salt + (number >> 3)) % items.length] ?? null;
  const [country, city, region] = pick(places, 7) ?? places[0];
  const name = `${pick(first, 3)} ${pick(second, 5)} ${number}`;
  const host = `${name.toLowerCase().replaceAll(' ', '-')}.example`;
  const person = pick(people, 11) ?? '';
  const day = new Date(Date.UTC(2025, 0, 1) - ((number * 37) % 3000) * DAY);
  const isSparse = number % 6 === 0;
  return {
    id: number,
    name,
    website: `https://www.${host}/`,
    country,
    city,
    verticals: [0, 1, 2, 3].slice(0, 1 + (number % 4)).map((salt) => pick(verticals, salt + 2) ?? ''),
    employee_count: isSparse ? null : (number * 7919) % 48_000,
    contact_email: isSparse ? null : `${person.split(' ')[0]?.toLowerCase()}@${host}`,
    contact_name: isSparse ? null : person,
    phone: isSparse ? null : `+49 30 555 ${String(10_000 + (number % 90_000))}`,
    deal_type: pick(deals, 13),
    funded_on: isSparse ? null : day.toISOString().slice(0, 10),
    revenue: isSparse ? null : ((number * 104_729) % 9_000_000) / 1000,
    ebitda: isSparse ? null : (((number * 15_485) % 900_000) - 300_000) / 1000,
    rating: (number % 50) / 10,
    is_hiring: number % 3 === 0,
    profile_url: `directory.example/companies/${number}`,
    status: pick(['Generating revenue', 'Profitable', 'Startup', 'Out of business'], 3),
    region,
    description: `${name} weaves ${pick(verticals, 2)?.toLowerCase()} for customers in ${country} and beyond. Founded in ${city}, it runs ${1 + (number % 9)} sites and ships to ${3 + (number % 40)} countries.\n\nWhat sets it apart is its own looms.`,
    updated_at: new Date(Date.UTC(2026, 4, 1, 9, 30) - (number % 700) * 3_600_000).toISOString(),
  };
}
