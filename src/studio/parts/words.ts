/** « 1 fichier », « 2 fichiers »; nothing and one are singular in French. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count > 1 ? many : one}`;
