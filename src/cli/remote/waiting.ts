/** Tells a person that the service lets a command wait. */

/** Silence of the service after which it is told, milliseconds. */
const SILENCE_MS = 2_000;

/** Told once in a command, however many of its requests wait. @param warn prints a line to the standard error */
export function waitingTold(address: string, warn: (line: string) => void): () => void {
  let isTold = false;
  return () => {
    if (!isTold) warn(`${address} ne répond pas encore : la commande attend. Ctrl-C l’arrête.`);
    isTold = true;
  };
}

/** Begins to wait for an answer. @param waits called when none has come for two seconds @returns ends the waiting */
export function awaitAnswer(waits: (() => void) | undefined): () => void {
  if (!waits) return () => undefined;
  const silence = setTimeout(waits, SILENCE_MS);
  return () => clearTimeout(silence);
}
