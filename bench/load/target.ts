/** A request of a load. The weights of all targets say how often each is chosen. */
export interface Target {
  readonly host: string;
  readonly path: string;
  readonly weight: number;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The home page of each host, with equal weights. */
export const uniform = (hosts: readonly string[]): Target[] => hosts.map((host) => ({ host, path: '/', weight: 1 }));

/** The home page of each host, the n-th with the weight 1/n (Zipf's law): a few sites get most of the requests. */
export const zipf = (hosts: readonly string[]): Target[] =>
  hosts.map((host, index) => ({ host, path: '/', weight: 1 / (index + 1) }));

/** The bytes of the request. */
export function requestBytes({ host, path, method = 'GET', headers = {}, body }: Target): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** @returns a function that returns 0, 1, 2 … */
export function inTurn(): () => number {
  let next = 0;
  return () => next++;
}

/** @returns a function that picks an index, each with the probability of its weight */
export function picker(targets: readonly Target[]): () => number {
  let sum = 0;
  const sums = Float64Array.from(targets, ({ weight }) => {
    sum += weight;
    return sum;
  });
  return () => {
    const point = Math.random() * sum;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > point) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
