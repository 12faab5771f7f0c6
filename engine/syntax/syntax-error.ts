/** What the analysis of a template refuses, in one French sentence, and where. */
export class LiquidSyntaxError extends Error {
  override name = 'LiquidSyntaxError';
  /** UTF-16 code units from the start of the file. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
