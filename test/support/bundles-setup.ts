/** The sandbox's bundles, made once for the whole run. */
import type { TestProject } from 'vitest/node';
import { bundle } from '../../sandbox/bundle.ts';
import type { Bundles } from '../../sandbox/protocol.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    bundles: Bundles;
  }
}

export default async function setup(project: TestProject) {
  project.provide('bundles', await bundle());
}
