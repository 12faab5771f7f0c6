/** Thrown where as much is under way, or waits, as may. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}
