import { z } from 'zod';
import { Refusal, stopping } from '../../errors.ts';
import type { Health } from '../../health/health.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';

const Question = z.object({ c: z.unknown().optional() });

const state = z.enum(['ok', 'hs']);
const mesureLe = answers.timestamp;
const Component = z.object({ cle: z.string(), nom: z.string(), etat: state, ms: z.number() });
const Report = z.object({ etat: state, mesureLe, composants: z.array(Component) });
const OneComponent = Component.omit({ cle: true }).extend({ composant: z.string(), mesureLe });
const Answer = z.union([Report, OneComponent]);

/** `GET /api/sante`: public, never an id, a site name or an internal message (specification, Endpoints). */
export function healthRoutes(api: Api, health: Health): void {
  api.add({
    method: 'GET',
    path: '/api/sante',
    summary: 'Dit comment va le service, ou un de ses composants.',
    access: { kind: 'public' },
    query: Question,
    answers: { 200: Answer, 503: Answer },
    refusals: ['composant_inconnu'],
    handle: async ({ query: { c: cle }, reply }) => {
      if (health.isStopping) throw stopping();
      if (cle !== undefined && !health.knows(cle)) throw new Refusal('composant_inconnu');
      const { etat, mesureLe, composants } = await health.report();
      const component = composants.find((candidate) => candidate.cle === cle);
      if (!component) return reply.code(statusOf(etat)).send({ etat, mesureLe, composants });
      const { cle: composant, nom, etat: state, ms } = component;
      return reply.code(statusOf(state)).send({ composant, nom, etat: state, ms, mesureLe });
    },
  });
}

const statusOf = (etat: 'ok' | 'hs') => (etat === 'ok' ? 200 : 503);
