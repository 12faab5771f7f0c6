/** Exit codes of the commands (`docs/cli.md`). */
export const EXIT = {
  done: 0,
  /** Refused by the service, by the command, or by the person who was asked. */
  refused: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** Both sides have changed the same thing: nothing of it was overwritten. */
  conflict: 3,
  /** The service cannot be reached or cannot answer now: the same command may be run again. */
  unavailable: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
