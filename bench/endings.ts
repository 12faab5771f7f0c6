/** Clean-up functions, which run at the end of the bench whatever ends it: its last line, an error or Ctrl-C. */
const endings: (() => Promise<unknown>)[] = [];

/** Registers a clean-up function. @returns a function that runs it now; it never runs twice */
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

/** Runs the clean-up functions that have not run yet, the newest first. */
export async function endAll(): Promise<void> {
  for (let ending = endings.at(-1); ending; ending = endings.at(-1)) {
    await ending().catch((error) => process.stderr.write(`${error}\n`));
  }
}

let stopping = false;

/** Returns at once; but never after Ctrl-C, so that nothing new starts while the clean-up runs and the process exits. */
export async function waitIfStopping(): Promise<void> {
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
