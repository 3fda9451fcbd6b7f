/**
 * The secret every journey's server starts with, so that the extension the journeys load can be built for its key ahead of
 * time. It is of use to nobody: those servers live for a test.
 */
import { deriveSigningKey } from '@leadloom/server/modules/linkedin/catalogue/signing-key';

export const journeySecret = Buffer.alloc(32, 'A secret of journeys');
export const journeyKey = deriveSigningKey([journeySecret]);
