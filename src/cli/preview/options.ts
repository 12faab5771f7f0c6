/** Where a preview answers when nothing else is said. */
export const DEFAULT_PORT = 4400;

/** What `apercu` is told besides the folder. */
export interface PreviewOptions {
  readonly port?: number;
  readonly contenu?: string;
}
