import { Health as Answer, Question } from '../../contract/health.ts';
import { CertificateQuestions } from '../../domains/certificate-questions.ts';
import { Refusal, stopping } from '../../errors.ts';
import type { ComponentHealth, Health } from '../../health/health.ts';
import type { ServedHosts } from '../served-hosts.ts';
import type { Api } from './api.ts';
import { HostQuestions } from './host-questions.ts';

/** The component that a proxy asks for before it gets a certificate for a host name, as `?c=domaine&domain=<host>`. */
const HOST_KEY = 'domaine';

export interface HealthOptions {
  readonly health: Health;
  readonly servedHosts: ServedHosts;
}

/** `GET /api/sante`: public, never an id, a site name or an internal message (docs/operations.md, Health). */
export function healthRoutes(api: Api, { health, servedHosts }: HealthOptions): void {
  const { publicAddress, database } = api.context;
  const hostQuestions = new HostQuestions(servedHosts, publicAddress, new CertificateQuestions(database.service));
  api.add({
    method: 'GET',
    path: '/api/sante',
    summary: 'Dit comment va le service, un de ses composants, ou si un site répond à un nom (« c=domaine »).',
    access: { kind: 'public' },
    query: Question,
    answers: { 200: Answer, 503: Answer },
    refusals: ['composant_inconnu', 'introuvable', 'trop_de_tentatives', 'indisponible'],
    handle: async ({ query: { c: cle, domain }, request, reply }) => {
      if (cle === HOST_KEY && domain !== undefined) {
        const began = performance.now();
        await hostQuestions.assertServed(domain, request, reply);
        const ms = Math.round(performance.now() - began);
        return one({ cle: HOST_KEY, nom: 'Nom de domaine', etat: 'ok', ms }, new Date().toISOString());
      }
      if (health.isStopping) throw stopping();
      if (cle !== undefined && !health.knows(cle)) throw new Refusal('composant_inconnu');
      const { etat, mesureLe, composants } = await health.report();
      const component = composants.find((candidate) => candidate.cle === cle);
      if (!component) return reply.code(statusOf(etat)).send({ etat, mesureLe, composants });
      return reply.code(statusOf(component.etat)).send(one(component, mesureLe));
    },
  });
}

const one = ({ cle: composant, ...rest }: ComponentHealth, mesureLe: string) => ({ composant, ...rest, mesureLe });

const statusOf = (etat: 'ok' | 'hs') => (etat === 'ok' ? 200 : 503);
