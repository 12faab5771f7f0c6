/** What has to be ended or removed however a bench ends: by its last line, by an error or by Ctrl-C. */
const endings: (() => Promise<unknown>)[] = [];

/** @returns the ending, to be called when its time has come; it runs once */
export function atEnd(ending: () => Promise<unknown>): () => Promise<void> {
  const once = async () => {
    const place = endings.indexOf(once);
    if (place === -1) return;
    endings.splice(place, 1);
    await ending();
  };
  endings.push(once);
  return once;
}

/** Runs the endings that are left, the newest first. */
export async function endAll(): Promise<void> {
  for (let ending = endings.at(-1); ending; ending = endings.at(-1)) {
    await ending().catch((error) => process.stderr.write(`${error}\n`));
  }
}

let stopping = false;

/** Goes on, unless a signal ends the bench: then nothing new begins, and the process exits once the endings are done. */
export async function goOn(): Promise<void> {
  if (stopping) await new Promise(() => undefined);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await endAll();
    process.exit(130);
  });
}
