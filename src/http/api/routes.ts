import type { Health } from '../../health/health.ts';
import type { Api } from './api.ts';
import { filesRoutes } from './files-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { originRoutes } from './origin-routes.ts';
import { storeRoutes } from './store-routes.ts';
import { themesRoutes } from './themes-routes.ts';

/** Every route of the management API, in the order in which its document tells them. */
export function addRoutes(api: Api, health: Health): void {
  themesRoutes(api);
  filesRoutes(api);
  originRoutes(api);
  storeRoutes(api);
  healthRoutes(api, health);
}
