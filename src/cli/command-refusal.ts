/** A command that is refused, with the sentence for the operator. */
export class CommandRefusal extends Error {
  override name = 'CommandRefusal';
}
