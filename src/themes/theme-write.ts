/** Which theme is written, and by whom. */
export interface ThemeWrite {
  readonly siteId: string;
  readonly themeId: string;
  /** Address of the account, or name of the key. */
  readonly author: string | null;
}
