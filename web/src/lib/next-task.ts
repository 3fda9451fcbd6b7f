/**
 * Ends the browser's current task: what follows runs in one of its own, so that the page can respond in between. Unlike a
 * timer's, it begins as soon as nothing else waits.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
