import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import { drawingModule, styleSheet } from '../../sandbox/index.ts';
import { tagOf } from './entity-tags.ts';
import { kept } from './kept.ts';

const SOURCE = new URL('../', import.meta.url);

/** A style sheet with what it imports. @param path of its file, from `src/` on */
export const styleOf = kept((path: string) => styleSheet(new URL(path, SOURCE).href));

interface Drawing<D> {
  readonly draw: D;
  /** Names the components that are drawn: another release has another name. */
  readonly build: string;
}

const made = kept(async (path: string): Promise<Drawing<unknown>> => {
  const filename = new URL(path, SOURCE).href;
  const text = await drawingModule(filename);
  const run = runInThisContext(`(function (module, exports, require) {${text}\n})`, { filename });
  const module: { exports: { draw?: unknown } } = { exports: {} };
  run(module, module.exports, createRequire(filename));
  if (!module.exports.draw) throw new Error(`${path} draws nothing`);
  return { draw: module.exports.draw, build: tagOf(text) };
});

/** What draws pages: components, for which Node has no syntax. @param path of the module, from `src/` on */
export const drawer = <D>(path: string) => made(path) as Promise<Drawing<D>>;
