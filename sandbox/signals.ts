const FROM_OUTSIDE = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const;

/** A signal from the terminal reaches all processes; the web process decides when the others end. */
export function leaveSignalsToWebProcess(): void {
  for (const signal of FROM_OUTSIDE) process.on(signal, () => undefined);
}
