/** Thrown when the limit of running or waiting work is reached. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}
