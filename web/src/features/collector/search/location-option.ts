/** A place as the location field shows it: its name, and beside it where it lies and of which kind it is. */
import type { FoundLocation, LocationKind } from '@leadloom/shared/contract/linkedin';
import type { LookupOption } from './lookup-option.ts';

const KIND_NAMES: Readonly<Record<LocationKind, string>> = {
  country: 'Country',
  state: 'State or province',
  metro: 'Metro area',
  city: 'City',
  region: 'Region',
};

export function toLocationOption(place: FoundLocation): LookupOption {
  const { id, ids, name, label, kind } = place;
  const parts = [surroundingsOf(place), kind === null ? null : KIND_NAMES[kind]].filter((part) => part !== null);
  return { id, ids: [id, ...ids.filter((other) => other !== id)], name, note: parts.join(' · ') || null, chosenName: label };
}

/** `Bavaria, Germany` for Munich; null for a country, and where the name itself contains the country. */
function surroundingsOf({ name, label, country, kind }: FoundLocation): string | null {
  if (label.startsWith(`${name}, `)) return label.slice(name.length + 2);
  if (label !== name) return label;
  return kind === 'country' || country === null || label.includes(country) ? null : country;
}
