import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageClient } from '../../test/support/language-client.ts';
import { drawnBytes } from '../../test/support/seed.ts';
import { Latencies } from '../load/latencies.ts';

/** Longest pause between two keys, milliseconds: after the longer ones the other files are analysed, too. */
const PAUSE_MS = 250;

/** Types into one document, and waits for what an editor waits for. */
export class Author {
  readonly #client: LanguageClient;
  readonly #uri: string;
  #text: string;
  readonly #start: number;
  #version = 1;

  constructor(client: LanguageClient, uri: string, text: string, start: number) {
    this.#client = client;
    this.#uri = uri;
    this.#text = text;
    this.#start = start;
  }

  /** @returns milliseconds until the first diagnostics */
  async open(): Promise<number> {
    const began = performance.now();
    const textDocument = { uri: this.#uri, languageId: 'liquid', version: this.#version, text: this.#text };
    this.#client.notify('textDocument/didOpen', { textDocument });
    await this.#client.diagnostics(this.#uri, this.#version);
    return performance.now() - began;
  }

  async type(
    typed: string,
    keys: number,
  ): Promise<{ readonly completion: Latencies; readonly diagnostics: Latencies }> {
    const [completion, diagnostics] = [new Latencies(), new Latencies()];
    await this.pausing(keys, async (key) => {
      const place = key % (typed.length + 1);
      const began = performance.now();
      // After the last letter all of it is removed again.
      this.#change(this.#start + place, typed[place]);
      const at = this.#start + Math.min(place + 1, typed.length) * Number(place < typed.length);
      const ask = { textDocument: { uri: this.#uri }, position: this.#position(Math.max(at, this.#start)) };
      await Promise.all([
        this.#client.ask('textDocument/completion', ask).then(({ error }) => {
          if (error) throw new Error(error.message);
          completion.add(performance.now() - began);
        }),
        this.#client.diagnostics(this.#uri, this.#version).then(() => diagnostics.add(performance.now() - began)),
      ]);
    });
    return { completion, diagnostics };
  }

  /** Does something as often as keys are typed, with their pauses. */
  async pausing(keys: number, act: (key: number) => Promise<void>): Promise<void> {
    const pauses = drawnBytes(this.#uri.slice(-20), keys);
    for (let key = 0; key < keys; key++) {
      await sleep(((pauses[key] ?? 0) / 256) * PAUSE_MS);
      await act(key);
    }
  }

  /** @param letter undefined to remove what was typed, before the place */
  #change(at: number, letter: string | undefined): void {
    const from = letter === undefined ? this.#start : at;
    const range = { start: this.#position(from), end: this.#position(at) };
    this.#text = this.#text.slice(0, from) + (letter ?? '') + this.#text.slice(at);
    this.#version++;
    const textDocument = { uri: this.#uri, version: this.#version };
    this.#client.notify('textDocument/didChange', { textDocument, contentChanges: [{ range, text: letter ?? '' }] });
  }

  #position(offset: number) {
    const before = this.#text.slice(0, offset).split('\n');
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  }
}
