import type { Random } from '../../../../support/random.ts';
import type { WorldPage } from './world-page.ts';

/** What a person does with a page or an article besides writing. */
export function textDeed(random: Random, page: WorldPage): void {
  const at = page.instantIn(random.between(50, 6_000));
  const deed = random.next();
  if (deed < 0.5) void page.actOn({ kind: 'publish' });
  else if (deed < 0.55) void page.actOn({ kind: 'publish', from: at });
  else if (deed < 0.75) void page.actOn({ kind: 'plan', at });
  else if (deed < 0.85) void page.actOn({ kind: 'callOff' });
  else if (deed < 0.92) void page.actOn({ kind: 'end', at: random.chance(0.6) ? at : null });
  else void page.actOn({ kind: 'hide' });
}
