/** Environment of a process that is started as a user starts it: nothing of the run's own but where compiled modules are kept. */
export const ownEnvironment = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...variables };
};
