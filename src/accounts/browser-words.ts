/** What a `User-Agent` header says, in words of these lists alone: the header is anybody's text. The first that fits counts. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Microsoft Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;
/** A longer header is judged by its beginning, UTF-16 code units. */
const READ = 512;

/**
 * A browser and its system in words.
 * @example browserWords('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0') // 'Firefox sous Linux'
 */
export function browserWords(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, READ);
  const named = (list: typeof BROWSERS | typeof SYSTEMS) => list.find(([form]) => form.test(text))?.[1];
  const system = named(SYSTEMS);
  return (named(BROWSERS) ?? 'Un navigateur') + (system === undefined ? '' : ` sous ${system}`);
}
