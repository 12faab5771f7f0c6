/** Mebibytes as text. */
export const mib = (size: number): string => `${size.toFixed(0)} MiB`;
/** A number of sites as text. */
export const sites = (count: number): string => `${count.toLocaleString('en')} sites`;
