/** Default port of a preview. */
export const DEFAULT_PORT = 4400;

/** Options of `apercu` besides the folder. */
export interface PreviewOptions {
  readonly port?: number;
  readonly contenu?: string;
}
