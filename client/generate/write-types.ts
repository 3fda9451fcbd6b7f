/** `pnpm --dir client types`: writes the client's types anew from the contract. */
import { writeFile } from 'node:fs/promises';
import { typeFiles } from './type-files.ts';

const folder = new URL('../src/types/', import.meta.url);
await Promise.all([...typeFiles()].map(([name, text]) => writeFile(new URL(name, folder), text)));
