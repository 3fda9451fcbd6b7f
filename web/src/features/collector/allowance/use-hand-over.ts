/** Hands the server's signed catalogue to the extension once per page load; a job does so again when it changed. */
import { useEffect } from 'react';
import { logProblem } from '../../../lib/log.ts';
import { latestSignedCatalogue, loadCatalogue } from '../api/catalogue.ts';
import { askExtension } from '../status/ask-extension.ts';

export function useHandOver(isInstalled: boolean): void {
  useEffect(() => {
    if (!isInstalled || latestSignedCatalogue() !== null) return;
    loadCatalogue().then(
      () => askExtension(),
      (cause: unknown) => logProblem('The endpoint catalogue could not be loaded. The next job asks for it again.', cause),
    );
  }, [isInstalled]);
}
