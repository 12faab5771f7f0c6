/** A reason to stop the program before it serves: one sentence for the operator, no stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}
