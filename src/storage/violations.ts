const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because a unique index holds the same value already. */
export const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;
