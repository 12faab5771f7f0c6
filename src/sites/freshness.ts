import type { Address, AddressState } from '../storage/public-pages.ts';

type ProbeAll = (addresses: readonly Address[]) => Promise<(AddressState | null)[]>;

interface Waiter {
  readonly address: Address;
  readonly resolve: (state: AddressState | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The shared freshness probe: concurrent requests share one statement. A request joins the next probe to start, never one
 * under way, so the answer reflects every write committed before the request arrived.
 */
export class FreshnessProbe {
  readonly #probeAll: ProbeAll;
  #next = new Map<string, Waiter[]>();
  #busy = false;

  constructor(probeAll: ProbeAll) {
    this.#probeAll = probeAll;
  }

  /** What stands at this address now; null when no site answers there. */
  lookUp(address: Address): Promise<AddressState | null> {
    return new Promise((resolve, reject) => {
      const key = `${address.host}\n${address.page ?? '\n'}`;
      const waiters = this.#next.get(key);
      if (waiters) waiters.push({ address, resolve, reject });
      else this.#next.set(key, [{ address, resolve, reject }]);
      if (this.#busy) return;
      this.#busy = true;
      // Requests that the same turn of the event loop reads from their sockets join this probe.
      setImmediate(() => this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#next.size > 0) {
      const groups = [...this.#next.values()];
      this.#next = new Map();
      try {
        const states = await this.#probeAll(groups.map(([first]) => (first as Waiter).address));
        groups.forEach((waiters, index) => {
          for (const { resolve } of waiters) resolve(states[index] ?? null);
        });
      } catch (error) {
        for (const { reject } of groups.flat()) reject(error);
      }
    }
    this.#busy = false;
  }
}
