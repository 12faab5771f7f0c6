/** The sandbox's bundles, made once for the whole run. */
import type { TestProject } from 'vitest/node';
import type { Bundles } from '../../sandbox/messages/protocol.ts';
import { bundle } from '../../sandbox/web-process/bundle.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    bundles: Bundles;
  }
}

export default async function setup(project: TestProject) {
  project.provide('bundles', await bundle());
}
