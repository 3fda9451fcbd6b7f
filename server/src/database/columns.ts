/** Column kinds that several tables share. */
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Raw bytes, such as hashes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A moment, kept with its zone. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Lexemes the database makes of a text. */
export const lexemes = customType<{ data: string }>({ dataType: () => 'tsvector' });
