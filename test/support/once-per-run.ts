import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';

interface Made {
  readonly provided?: Partial<ProvidedContext>;
  end(): Promise<unknown>;
}

/** Each project of a run loads a copy of its own of each setup file. */
const madeInRun = globalThis as { [key: symbol]: { readonly making: Promise<Made>; users: number } | undefined };

/**
 * What all projects of a run share: to start a server, and to migrate a database there, takes four seconds of a processor.
 * @param make begins when the first project needs it; what is made ends with the last project
 * @returns a setup of Vitest
 */
export function oncePerRun(name: string, make: () => Promise<Made>) {
  const key = Symbol.for(`vitrine: ${name} of the run`);
  return async (project: TestProject) => {
    madeInRun[key] ??= { making: make(), users: 0 };
    const one = madeInRun[key];
    one.users++;
    const { provided = {}, end } = await one.making;
    for (const [name, value] of Object.entries(provided))
      project.provide(name as keyof ProvidedContext, value as never);
    return async () => {
      if (--one.users > 0) return;
      madeInRun[key] = undefined;
      await end();
    };
  };
}
