/** What the probes know pages of the platform by; the pages of `http/` carry it. */

/** Where the login page is. */
export const LOGIN_PATH = '/connexion';
/** What the script of the login page finds the form by (`http/browser/login.js`). */
export const HYDRATION_MARK = 'data-hydrate';
/** Attribute of the root element of every page that no theme made. */
export const PLATFORM_MARK = 'data-vitrine';
