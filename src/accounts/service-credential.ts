import { Refusal } from '../errors.ts';

/** What works with the service credential. @throws Refusal `indisponible` where the installation has none */
export function withCredential<Service>(service: Service | null): Service {
  if (!service) throw new Refusal('indisponible');
  return service;
}
