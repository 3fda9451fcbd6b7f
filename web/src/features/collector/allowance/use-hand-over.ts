/** Hands the server's signed catalogue to the extension once per page load; a job hands it over again when it has changed. */
import { useEffect } from 'react';
import { logProblem } from '../../../lib/log.ts';
import { latestSignedCatalogue, loadCatalogue } from '../api/catalogue.ts';
import { askExtension } from '../status/ask-extension.ts';

export function useHandOver(isInstalled: boolean): void {
  useEffect(() => {
    if (!isInstalled || latestSignedCatalogue() !== null) return;
    loadCatalogue().then(
      () => askExtension(),
      (cause: unknown) => logProblem('The endpoint catalogue could not be loaded. The next job tries again.', cause),
    );
  }, [isInstalled]);
}
