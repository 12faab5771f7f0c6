/** Thrown when the store cannot do at the moment what is asked of it: a disk is full or closed, a bucket does not answer. */
export class StoreAway extends Error {
  override name = 'StoreAway';
  readonly reason: string;

  /** @param reason for the operator; it holds no key and no secret */
  constructor(reason: string, options?: ErrorOptions) {
    super(`the store of medias does not work: ${reason}`, options);
    this.reason = reason;
  }
}
