import { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { uuid } from './input.ts';

/** A kind of object that a site's members edit: how it is described, checked and stored. */
export interface Collection<Creation extends z.ZodType, Change extends z.ZodType<{ id: string }>> {
  readonly path: string;
  /** What the routes do, a short French sentence each. */
  readonly summaries: {
    readonly read: string;
    readonly create: string;
    readonly change: string;
    readonly remove: string;
  };
  /** Field of the answer and shape of an object: in a list, and alone. */
  readonly many: { readonly field: string; readonly schema: z.ZodType };
  readonly one: { readonly field: string; readonly schema: z.ZodType };
  readonly creation: Creation;
  readonly change: Change;
  /** Codes that a creation can be refused with besides `adresse_prise`. */
  readonly creationRefusals?: readonly ErrorCode[];
  list(db: RolePools, siteId: string): Promise<unknown>;
  read(db: RolePools, siteId: string, id: string): Promise<unknown>;
  /** @returns the id of the new object */
  create(db: RolePools, siteId: string, given: z.output<Creation>): Promise<string>;
  update(db: RolePools, siteId: string, id: string, change: Omit<z.output<Change>, 'id'>): Promise<void>;
  remove(db: RolePools, siteId: string, id: string): Promise<void>;
}

const Reading = z.object({ id: uuid.optional() });
const Removal = z.object({ id: uuid });

/** The four routes of a collection (decisions, Other API routes). */
export function collectionRoutes<Creation extends z.ZodType, Change extends z.ZodType<{ id: string }>>(
  api: Api,
  collection: Collection<Creation, Change>,
): void {
  const { management } = api.context.database;
  const { path, summaries, many, one } = collection;
  const write = { kind: 'site', scope: 'themes', active: true } as const;

  api.add({
    method: 'GET',
    path,
    summary: summaries.read,
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: {
      200: z.union([
        z.object({ site: answers.site, [many.field]: z.array(many.schema) }),
        z.object({ site: answers.site, [one.field]: one.schema }),
      ]),
    },
    refusals: ['introuvable'],
    handle: async ({ site: { id, slug, nom }, query }) => ({
      site: { id, slug, nom },
      ...(query.id === undefined
        ? { [many.field]: await collection.list(management, id) }
        : { [one.field]: await collection.read(management, id, query.id) }),
    }),
  });

  api.add({
    method: 'POST',
    path,
    summary: summaries.create,
    access: write,
    body: collection.creation,
    answers: { 201: answers.added },
    refusals: ['adresse_prise', ...(collection.creationRefusals ?? [])],
    handle: async ({ site, reply, body }) => {
      const id = await collection.create(management, site.id, body);
      return reply.code(201).send({ ok: true, id });
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: summaries.change,
    access: write,
    body: collection.change,
    answers: { 200: answers.ok },
    refusals: ['introuvable', 'adresse_prise'],
    handle: async ({ site, body: { id, ...change } }) => {
      await collection.update(management, site.id, id, change);
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: summaries.remove,
    access: write,
    query: Removal,
    answers: { 200: answers.ok },
    refusals: ['introuvable'],
    handle: async ({ site, query }) => {
      await collection.remove(management, site.id, query.id);
      return { ok: true };
    },
  });
}
