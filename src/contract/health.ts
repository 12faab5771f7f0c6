/** `/api/sante`: never an id, the name of a site or an internal message. */
import { z } from 'zod';

export const Question = z.object({
  c: z.unknown().optional(),
  domain: z.unknown().optional().describe('Avec « c=domaine » : le nom dont on demande si un site y répond.'),
});

const state = z.enum(['ok', 'hs']);
/** The process's own clock, which has no microseconds. */
const mesureLe = z.iso.datetime({ precision: 3 });
const Component = z.object({ cle: z.string(), nom: z.string(), etat: state, ms: z.number() });
const Report = z.object({ etat: state, mesureLe, composants: z.array(Component) });
const OneComponent = Component.omit({ cle: true }).extend({ composant: z.string(), mesureLe });

/** All components, or the one that was asked for. */
export const Health = z.union([Report, OneComponent]);
