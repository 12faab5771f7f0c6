import type { WarmUp } from '../messages/protocol.ts';
import type { GuestIsolate } from './isolate.ts';

const ID = '';

/** Renders a page in an isolate that has no theme yet: V8 compiles the runtime meanwhile. */
export function warmUp(isolate: GuestIsolate, { units, settingsSchema, files, content, request }: WarmUp): void {
  isolate.load(
    units.map((unit) => ({ path: unit.path, unit })),
    settingsSchema,
  );
  isolate.open(ID, files);
  isolate.setContent(ID, content);
  isolate.render(ID, request);
}
