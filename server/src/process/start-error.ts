/** A reason why the server cannot start, as one line that tells what to do. Printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
