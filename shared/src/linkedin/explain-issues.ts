/** Has zod say what is wrong with a value. Imported where people read it: the texts are too large for the browser. */
import { en } from 'zod/locales';
import { config } from 'zod/mini';

config(en());
