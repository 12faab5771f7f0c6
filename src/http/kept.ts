/**
 * Keeps what is made at its first request: concurrent requests share the making, and after a failure the next request makes it again.
 * Most programs are started to serve sites, and never need it.
 */
export function kept<Key, Made>(make: (key: Key) => Promise<Made>): (key: Key) => Promise<Made> {
  const made = new Map<Key, Promise<Made>>();
  return (key) => {
    const known = made.get(key);
    if (known) return known;
    const making = make(key);
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  };
}
