import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../errors.ts';
import type { Health } from '../../health/health.ts';

/** `GET /api/sante`: public, never an id, a site name or an internal message (specification, Endpoints). */
export function healthRoutes(app: FastifyInstance, health: Health): void {
  app.get<{ Querystring: { c?: unknown } }>('/api/sante', async (request, reply) => {
    const { etat, mesureLe, composants } = await health.report();
    const { c: cle } = request.query;
    if (cle === undefined) return reply.code(statusOf(etat)).send({ etat, mesureLe, composants });
    const component = composants.find((candidate) => candidate.cle === cle);
    if (!component) throw new Refusal('composant_inconnu');
    const { cle: composant, nom, etat: state, ms } = component;
    return reply.code(statusOf(state)).send({ composant, nom, etat: state, ms, mesureLe });
  });
}

const statusOf = (etat: 'ok' | 'hs') => (etat === 'ok' ? 200 : 503);
