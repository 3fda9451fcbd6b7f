/** Content scripts added at run time, for origins the user connected. They survive a restart of the browser. */
import browser from 'webextension-polyfill';

export interface PageScript {
  readonly id: string;
  readonly files: readonly string[];
  readonly matches: readonly string[];
}

export async function registeredPageScriptIds(): Promise<string[]> {
  return (await browser.scripting.getRegisteredContentScripts()).map((script) => script.id);
}

/** Runs in the isolated world of top frames only, before the page's own scripts. */
export async function registerPageScript(script: PageScript): Promise<void> {
  await browser.scripting.registerContentScripts([
    {
      id: script.id,
      js: [...script.files],
      matches: [...script.matches],
      allFrames: false,
      runAt: 'document_start',
      persistAcrossSessions: true,
    },
  ]);
}

export async function unregisterPageScripts(ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await browser.scripting.unregisterContentScripts({ ids: [...ids] });
}

/** Also runs it in pages that were open before the script was registered; a tab that refuses is skipped. */
export async function runInOpenTabs(script: PageScript): Promise<void> {
  const tabs = await browser.tabs.query({ url: [...script.matches] });
  await Promise.allSettled(
    tabs.map(async ({ id }) => {
      if (id !== undefined) await browser.scripting.executeScript({ target: { tabId: id }, files: [...script.files] });
    }),
  );
}
