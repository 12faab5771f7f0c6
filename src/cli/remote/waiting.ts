/** Tells a person that a command waits for the service. */

/** How long the service may be silent before the person is told, milliseconds. */
const SILENCE_MS = 2_000;

/** The person is told once in a command, however many requests wait. @param warn prints a line to the standard error */
export function waitingTold(address: string, warn: (line: string) => void): () => void {
  let isTold = false;
  return () => {
    if (!isTold) warn(`${address} ne répond pas encore : la commande attend. Ctrl-C l’arrête.`);
    isTold = true;
  };
}

/** Begins to wait for an answer. @param waits called after two seconds without an answer @returns a function that ends the waiting */
export function awaitAnswer(waits: (() => void) | undefined): () => void {
  if (!waits) return () => undefined;
  const silence = setTimeout(waits, SILENCE_MS);
  return () => clearTimeout(silence);
}
