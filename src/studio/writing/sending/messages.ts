/** A request that the thread sends. A message on its port takes the request back. */
export interface Sending {
  readonly address: string;
  readonly init: RequestInit;
}

/** What was answered; null where nothing was. */
export type Answer = {
  readonly status: number;
  readonly headers: [name: string, value: string][];
  readonly bytes: ArrayBuffer;
} | null;
