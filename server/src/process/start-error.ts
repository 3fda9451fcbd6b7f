/** A reason the server cannot start, as one line a person can act on. Printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
