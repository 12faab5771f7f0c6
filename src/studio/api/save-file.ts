/** How long the browser may need to begin saving, milliseconds. */
const KEPT_MS = 60_000;

/** Lets the browser save a file, as a download. */
export function saveFile(fileName: string, content: Blob | string): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content]) : content);
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
