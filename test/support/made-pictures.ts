import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PlainFormat, SeenPicture, Size, Works } from './picture-maker.ts';

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

let maker: ChildProcess | undefined;
let asked = 0;

/**
 * A process of its own uses sharp: a test process, which is that of the program, loads no addon. It ends with the test process, since it takes as
 * long to start as to make ten pictures.
 */
function startMaker(): ChildProcess {
  const child = fork(fileURLToPath(new URL('picture-maker.ts', import.meta.url)), {
    execArgv: [],
    serialization: 'advanced',
  });
  child.setMaxListeners(0);
  child.unref();
  child.channel?.unref();
  return child;
}

function make<Name extends keyof Works>(name: Name, ...given: Parameters<Works[Name]>): ReturnType<Works[Name]> {
  maker ??= startMaker();
  const child = maker;
  const id = ++asked;
  const made = new Promise((resolve, reject) => {
    const take = (answer: Answer) => {
      if (answer.id !== id) return;
      child.off('message', take);
      if ('error' in answer) reject(answer.error);
      else resolve(answer.result);
    };
    child.on('message', take);
    child.send({ id, name, given });
  });
  return made as ReturnType<Works[Name]>;
}

const bytesOf = async (made: Promise<Uint8Array>): Promise<Buffer> => Buffer.from(await made);

/**
 * A photograph that a telephone has taken upright: its pixels lie on their side, and its EXIF says so, and where it was taken.
 * @param size as it stands upright: red above, blue below
 */
export const telephonePhoto = (size: Size): Promise<Buffer> => bytesOf(make('telephonePhoto', size));

/** A picture of one colour, half seen through where its format can be. */
export const plainPicture = (size: Size, format: PlainFormat, colour = '#3a7d44'): Promise<Buffer> =>
  bytesOf(make('plainPicture', size, format, colour));

/** What a picture shows to who opens it. */
export const look = (bytes: Buffer): Promise<SeenPicture> => make('look', bytes);
