/** How pages are asked for. */
export interface Asking {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const PLAIN: Asking = { name: 'no Accept-Encoding', headers: {} };
export const BROWSER: Asking = {
  name: 'Accept-Encoding: gzip, deflate, br',
  headers: { 'accept-encoding': 'gzip, deflate, br' },
};
export const ASKINGS: readonly Asking[] = [PLAIN, BROWSER];
