/** The one thing of Node's HTTP client that tests adjust; the app itself is typed for the browser alone. */
declare module 'node:http' {
  export const ClientRequest: { readonly prototype: object };
}
