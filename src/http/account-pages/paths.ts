/** Where pages of accounts are, besides those that links in mail lead to (`src/accounts/links.ts`). */
export const SIGN_UP_PATH = '/inscription';
export const FORGOTTEN_PATH = '/oubli';
