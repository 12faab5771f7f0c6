const FROM_OUTSIDE = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const;

/** A signal from the terminal reaches the whole process group; the web process decides when its helpers end. */
export function leaveSignalsToWebProcess(): void {
  for (const signal of FROM_OUTSIDE) process.on(signal, () => undefined);
}
