import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { isRecord } from '../../../engine/json/values.ts';
import { type Api, ApiRefusal, type Request, reached, Unreachable } from './client.ts';

/** What an answer tells line by line while the platform works. @throws ApiRefusal, Unreachable; AbortError */
export async function* linesOf<T extends object>(api: Api, path: string, request: Request): AsyncGenerator<T> {
  const { body } = await api.ask(path, request, { Accept: 'application/x-ndjson' });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => reader && reached(reader.read());
  for (let rest = '', read = await next(); read && !read.done; read = await next()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const told of lines.map(jsonValueOf)) {
      if (!isRecord(told)) throw new Unreachable();
      // The work failed after its answer had begun.
      if ('error' in told) throw new ApiRefusal(503, told, request.act);
      yield told as T;
    }
  }
}
