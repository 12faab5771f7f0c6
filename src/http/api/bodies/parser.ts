import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Refusal } from '../../../errors.ts';
import { parseJson } from '../../../text/json.ts';
import { parseInput } from '../input.ts';
import { SHORT_BODY_BYTES } from './limits.ts';
import type { BodyValidator } from './validator.ts';

/** A long body that its schema has admitted already. */
class ValidatedBody {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Parses short bodies here; long ones are parsed and checked by `validator`, so that they do not block the main thread. */
export function parseBodies(app: FastifyInstance, validator: BodyValidator): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { bodySchema } = request.routeOptions.config;
    if (bodySchema && body.length > SHORT_BODY_BYTES) {
      await request.takeTurn?.();
      return new ValidatedBody(await validator.validate(bodySchema, body));
    }
    try {
      return body.length === 0 ? undefined : parseJson(body);
    } catch {
      throw new Refusal('invalid_input');
    }
  });
}

/** @throws Refusal `invalid_input` when the body does not conform */
export const validatedBody = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> =>
  body instanceof ValidatedBody ? (body.value as z.output<Schema>) : parseInput(schema, body);

/** Leaves bodies of a type unread: the routes of `app` get them as streams. @param type `*` for any */
export function leaveBodiesUnread(app: FastifyInstance, type = 'application/json'): FastifyInstance {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(type, (_request, body, done) => done(null, body));
  return app;
}
