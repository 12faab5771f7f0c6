import type { WarmUp } from '../messages/protocol.ts';
import type { GuestIsolate } from './isolate.ts';

const ID = '';

/** Renders a page in an isolate that no theme has entered yet. */
export function warmUp(isolate: GuestIsolate, { units, settingsSchema, files, content, request }: WarmUp): void {
  isolate.load(
    units.map((unit) => ({ path: unit.path, unit })),
    settingsSchema,
  );
  isolate.open(ID, files);
  isolate.setContent(ID, content);
  isolate.render(ID, request);
}
