/** The simulated browser writes its own reports here, past the console of the page. */
declare module 'node:console' {
  const nodeConsole: Console;
  export default nodeConsole;
}
