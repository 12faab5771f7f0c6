import { asData } from './as-data.ts';

/** Fonts of this host; each is read once. */
export class HostFonts {
  readonly #read = new Map<string, Promise<string | null>>();

  /** A font as a `data:` address; null where there is none. */
  read(address: string): Promise<string | null> {
    const known = this.#read.get(address);
    if (known) return known;
    const reading = fetch(address)
      .then(async (answer) => (answer.ok ? asData(await answer.blob()) : null))
      .catch(() => null);
    this.#read.set(address, reading);
    return reading;
  }
}
