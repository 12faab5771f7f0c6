/** Prints a line: these scripts talk to whoever started them. */
export const say = (line: string): boolean => process.stdout.write(`${line}\n`);
