import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './http.ts';
import { askUntil } from './until.ts';

/** A file that one author after the other writes. */
export interface WrittenFile {
  readonly themeId: string;
  readonly key: string;
  readonly path: string;
}

/** A write that was sent. Times are of `performance.now`. */
export interface RecordedWrite {
  readonly content: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** `written`, `indisponible`, or whatever else came of it: then, as after `indisponible`, nobody knows whether it was done. */
  readonly outcome: string;
}

interface Author {
  readonly file: WrittenFile;
  readonly writes: RecordedWrite[];
  isWriting: boolean;
}

interface Version {
  readonly numero: number;
  readonly chemins: readonly string[];
}

/** What a database must not do to writes, in words. */
export interface Findings {
  /** Acknowledged writes that are not there, with no later one in their place. */
  readonly lost: readonly string[];
  /** Writes of which only a part is there. */
  readonly halves: readonly string[];
  readonly acknowledged: number;
  /** How many of the writes without an acknowledgement were done. */
  readonly doneUnacknowledged: number;
}

const TICK_MS = 10;
/** How long a failover and the writes after it may take, milliseconds. */
const PATIENCE_MS = 90_000;

/** Writes with unique contents, one at a time to each file, and what became of them. */
export class RecordedWrites {
  readonly #port: number;
  readonly #authors: readonly Author[];
  #isOver = false;
  #writing: Promise<void> = Promise.resolve();
  #sent = 0;

  /** @param port of what leads to the program */
  constructor(port: number, files: readonly WrittenFile[]) {
    this.#port = port;
    this.#authors = files.map((file) => ({ file, writes: [], isWriting: false }));
  }

  /** @param rate writes a second, as long as there are files that none is under way to */
  start(rate: number): void {
    this.#writing = this.#run(rate);
  }

  /** @returns when the last one is answered */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#writing;
  }

  /** The writes that were answered since then. */
  since(time: number): RecordedWrite[] {
    return this.#authors.flatMap(({ writes }) => writes.filter(({ answeredAt }) => answeredAt >= time));
  }

  /** Waits for so many more acknowledged writes. */
  async more(count: number): Promise<void> {
    const began = performance.now();
    const acknowledged = async () => this.since(began).filter(({ outcome }) => outcome === 'written').length;
    await askUntil(`${count} more writes are acknowledged`, acknowledged, (number) => number >= count, PATIENCE_MS);
  }

  /** Compares what the API reads with what was written; at most 500 writes to a theme, for as many versions are kept. */
  async compare(): Promise<Findings> {
    const found = { lost: [] as string[], halves: [] as string[], acknowledged: 0, doneUnacknowledged: 0 };
    for (const authors of Map.groupBy(this.#authors, ({ file }) => file.themeId).values()) {
      const versions = await this.#versionsOf((authors[0] as Author).file);
      const isFollowed = ({ numero }: Version, place: number) =>
        place === 0 || versions[place - 1]?.numero === numero + 1;
      const gaps = versions.filter((version, place) => !isFollowed(version, place));
      found.halves.push(...gaps.map(({ numero }) => `${authors[0]?.file.themeId}: no version ${numero + 1}`));
      for (const author of authors) await this.#compareFile(author, versions, found);
    }
    return found;
  }

  async #run(rate: number): Promise<void> {
    const under = new Set<Promise<void>>();
    const began = performance.now();
    for (let due = 0, next = 0; !this.#isOver; await sleep(TICK_MS)) {
      for (; due < ((performance.now() - began) / 1_000) * rate; due++) {
        // Each in turn, so that all of them are written.
        const places = this.#authors.map((_author, step) => (next + step) % this.#authors.length);
        const place = places.find((place) => !this.#authors[place]?.isWriting);
        const author = place === undefined ? undefined : this.#authors[place];
        if (!author) break;
        next = (place ?? 0) + 1;
        const writing = this.#write(author).finally(() => under.delete(writing));
        under.add(writing);
      }
    }
    await Promise.all(under);
  }

  async #write(author: Author): Promise<void> {
    author.isWriting = true;
    const { themeId, key, path } = author.file;
    const content = `a{order:${++this.#sent}}`;
    const sentAt = performance.now();
    const body = { chemin: path, contenu: content };
    const outcome = await ask({
      port: this.#port,
      method: 'PUT',
      path: `/api/themes/${themeId}/fichiers`,
      key,
      body,
    }).then(
      ({ status, text }) => {
        if (status === 200) return 'written';
        return status === 503 && isRefusal(text) ? 'indisponible' : `HTTP ${status} ${text.slice(0, 200)}`;
      },
      (error: Error & { code?: string }) => error.code ?? error.message,
    );
    author.writes.push({ content, sentAt, answeredAt: performance.now(), outcome });
    author.isWriting = false;
  }

  async #compareFile(
    { file, writes }: Author,
    versions: readonly Version[],
    found: { lost: string[]; halves: string[]; acknowledged: number; doneUnacknowledged: number },
  ): Promise<void> {
    const place = `${file.themeId} ${file.path}`;
    const acknowledged = writes.filter(({ outcome }) => outcome === 'written').length;
    const last = writes.findLastIndex(({ outcome }) => outcome === 'written');
    const content = await this.#contentOf(file, '');
    if (writes.findIndex((write) => write.content === content) < last) {
      found.lost.push(`${place}: ${content} instead of ${writes[last]?.content}`);
    }
    const own = versions.filter(({ chemins }) => chemins.includes(file.path));
    if (own.length < acknowledged) found.lost.push(`${place}: ${acknowledged} acknowledged, ${own.length} versions`);
    if (own.length > writes.length) found.halves.push(`${place}: ${writes.length} sent, ${own.length} versions`);
    const newest = own[0] && (await this.#contentOf(file, `version=${own[0].numero}&`));
    if (newest !== content) found.halves.push(`${place}: the newest version has ${newest}, the file ${content}`);
    found.acknowledged += acknowledged;
    found.doneUnacknowledged += own.length - acknowledged;
  }

  /** Newest first. */
  async #versionsOf(file: WrittenFile): Promise<Version[]> {
    const versions: Version[] = [];
    for (let question = 'versions'; ; ) {
      const page = (await this.#read(file, question)).json();
      versions.push(...page.versions);
      if (page.suite === undefined) return versions;
      question = `versions&avant=${page.suite}`;
    }
  }

  /** @returns undefined where there is no such file */
  async #contentOf(file: WrittenFile, version: string): Promise<string | undefined> {
    const answer = await this.#read(file, `${version}chemin=${file.path}`);
    return answer.status === 200 ? answer.json().fichier.contenu : undefined;
  }

  #read({ themeId, key }: WrittenFile, question: string) {
    return ask({ port: this.#port, path: `/api/themes/${themeId}/fichiers?${question}`, key });
  }
}

function isRefusal(text: string): boolean {
  try {
    return JSON.parse(text).error === 'indisponible';
  } catch {
    return false;
  }
}
