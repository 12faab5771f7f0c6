/** What a person most likely meant by a text that is no whole address yet; null when it is one. */
export function meantAddress(address: string): string | null {
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`;
  if (/^\+?\d[\d .-]{7,}$/.test(address)) return `tel:${address.replace(/[ .-]/g, '')}`;
  if (/^(?:[a-z0-9-]+\.)+(?:fr|com|org|net|eu|be|ch|ca|io|co|info)(?:\/\S*)?$/i.test(address))
    return `https://${address}`;
  return null;
}
