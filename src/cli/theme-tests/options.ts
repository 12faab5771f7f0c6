/** Options of `tester` besides the folder. */
export interface TesterOptions {
  readonly filtre?: string;
  /** The name of one test; all without one. */
  readonly accepter?: string | true;
  readonly reglages?: true;
  readonly sansReglages?: true;
  readonly contenu?: string;
  readonly json?: true;
  readonly junit?: true;
}
