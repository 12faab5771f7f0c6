import type { Health } from '../../health/health.ts';
import type { Api } from './api.ts';
import { archiveRoutes } from './archive-routes.ts';
import { filesRoutes } from './files-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { themesRoutes } from './themes-routes.ts';

/** Every route of the management API, in the order in which its document tells them. */
export function addRoutes(api: Api, health: Health): void {
  themesRoutes(api);
  filesRoutes(api);
  archiveRoutes(api);
  healthRoutes(api, health);
}
