/** A reason why the server cannot start, as one line that says what to do. It is printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
