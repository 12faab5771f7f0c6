import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import { drawingModule, styleSheet } from '../../../sandbox/index.ts';
import type { Draw } from '../../studio/pages/props.ts';
import { tagOf } from '../entity-tags.ts';
import { kept } from './kept.ts';

const STUDIO = new URL('../../studio/', import.meta.url);

/** A style sheet of the studio with what it imports. @param path of its file, from `src/studio/` on */
export const styleOf = kept((path: string) => styleSheet(new URL(path, STUDIO).href));

interface Drawing<D> {
  readonly draw: D;
  /** Names the components. */
  readonly build: string;
}

const made = kept(async (path: string): Promise<Drawing<unknown>> => {
  const filename = new URL(path, STUDIO).href;
  const text = await drawingModule(filename);
  const run = runInThisContext(`(function (module, exports, require) {${text}\n})`, { filename });
  const module: { exports: { draw?: unknown } } = { exports: {} };
  run(module, module.exports, createRequire(filename));
  if (!module.exports.draw) throw new Error(`${path} draws nothing`);
  return { draw: module.exports.draw, build: tagOf(text) };
});

/** What draws pages: components, for which Node has no syntax. @param path of the module, from `src/studio/` on */
export const drawer = <D>(path: string) => made(path) as Promise<Drawing<D>>;

export const drawing = () => drawer<Draw>('server.tsx');
