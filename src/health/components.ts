import type { Renderer } from '../../sandbox/index.ts';
import type { Authentication } from '../accounts/authentication.ts';
import { readAsPublic } from '../storage/public-sites.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { Component } from './health.ts';
import { probeLoginScreen } from './login-screen.ts';
import type { OwnEntrance } from './own-entrance.ts';
import { probeRendering } from './rendering.ts';
import { probeWitnessSite } from './witness-site.ts';

/** What the health checks use. */
export interface Exercised {
  /** A pool with the public role. */
  readonly db: RolePools;
  readonly renderer: Renderer;
  readonly authentication: Authentication;
  readonly own: OwnEntrance;
  /** A host name of the platform. */
  readonly platformHost: string;
  /** Host name of the witness site; null without one. */
  readonly witnessHost: string | null;
}

/** The components of the service, each with what exercises it (docs/operations.md, Health). */
export function componentsOf(exercised: Exercised): Component[] {
  const { db, renderer, authentication, own, platformHost, witnessHost } = exercised;
  const site: Component[] =
    witnessHost === null
      ? []
      : [{ cle: 'site', nom: 'Sites clients', probe: (signal) => probeWitnessSite(own, witnessHost, signal) }];
  return [
    { cle: 'base', nom: 'Base de données', probe: () => readAsPublic(db) },
    { cle: 'connexion', nom: 'Connexion', probe: () => authentication.exercise() },
    { cle: 'rendu', nom: 'Rendu des sites', probe: () => probeRendering(renderer) },
    ...site,
    { cle: 'ecran', nom: 'Écran de connexion', probe: (signal) => probeLoginScreen(own, platformHost, signal) },
  ];
}
