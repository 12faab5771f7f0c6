/** Sentences that both the platform's pages and the studio's scripts say. Pure: browsers load this too. */

/** What a reader of a site is told before doing anything, and where the API refuses. */
export const READER = 'Vous êtes lecteur de ce site : vous pouvez tout y regarder, sans rien y changer.';
