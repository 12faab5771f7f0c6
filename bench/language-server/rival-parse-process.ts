/** Parses a file with liquidjs, again and again: what an answer of a process takes that does little. */
import { parserOfFiles } from '../liquidjs-theme.ts';
import { answerCalls } from '../processes.ts';

const parse = parserOfFiles();
answerCalls<string, null>(async (source) => {
  parse(source);
  return null;
});
