import { accountRoutes } from './account-routes.ts';
import type { Api } from './api.ts';
import { archiveRoutes } from './archive-routes.ts';
import { collectionRoutes } from './collection-routes.ts';
import { deletedTextsRoutes } from './deleted-texts-routes.ts';
import { endsRoutes } from './ends-routes.ts';
import { filesRoutes } from './files-routes.ts';
import { type HealthOptions, healthRoutes } from './health-routes.ts';
import { keysRoutes } from './keys-routes.ts';
import { mediasRoutes } from './medias-routes.ts';
import { membersRoutes } from './members-routes.ts';
import { menusRoutes } from './menus-routes.ts';
import { newSiteRoutes } from './new-site-routes.ts';
import { originRoutes } from './origin-routes.ts';
import { previewsRoutes } from './previews-routes.ts';
import { redirectsRoutes } from './redirects-routes.ts';
import { requestsRoutes } from './requests-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { siteRoutes } from './site-routes.ts';
import { storeRoutes } from './store-routes.ts';
import { targetsRoutes } from './targets-routes.ts';
import { textsRoutes } from './texts-routes.ts';
import { themesRoutes } from './themes-routes.ts';

/** Every route of the management API, in the order of the OpenAPI document. */
export function apiRoutes(api: Api, options: HealthOptions): void {
  themesRoutes(api);
  filesRoutes(api);
  previewsRoutes(api);
  archiveRoutes(api);
  originRoutes(api);
  storeRoutes(api);
  menusRoutes(api);
  settingsRoutes(api);
  collectionRoutes(api);
  deletedTextsRoutes(api);
  targetsRoutes(api);
  textsRoutes(api);
  redirectsRoutes(api);
  mediasRoutes(api);
  requestsRoutes(api);
  membersRoutes(api);
  siteRoutes(api);
  keysRoutes(api);
  accountRoutes(api);
  endsRoutes(api);
  newSiteRoutes(api);
  healthRoutes(api, options);
}
