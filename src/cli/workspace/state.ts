/** The stored state of a folder and its theme: `.vitrine/etat.json`. */
import { z } from 'zod';
import { SITUATIONS, type Situation } from '../remote/situation.ts';
import type { Fingerprints } from '../sync/plan.ts';
import { isThemePath } from './theme-folder.ts';

const fingerprint = z.string().regex(/^[0-9a-f]{64}$/);
const path = z.string().refine(isThemePath);

const Written = z.object({
  version: z.literal(1),
  adresse: z.string(),
  site: z.object({ id: z.uuid(), slug: z.string(), nom: z.string() }),
  theme: z.object({
    id: z.uuid(),
    nom: z.string(),
    lignee: z.uuid().optional().catch(undefined),
    situation: z.enum(SITUATIONS).optional().catch(undefined),
  }),
  fichiers: z.record(path, fingerprint),
  enCours: z.record(path, z.object({ ici: fingerprint.nullable(), base: fingerprint.nullable() })),
  autres: z.array(z.object({ theme: z.uuid(), fichiers: z.record(path, fingerprint) })),
});

/** Number of earlier themes of a folder whose last exchange is kept. */
const OTHERS = 3;

/** Which theme of which site of which service a folder follows. */
export interface Binding {
  readonly address: string;
  readonly site: { readonly id: string; readonly slug: string; readonly nom: string };
  readonly theme: {
    readonly id: string;
    readonly nom: string;
    /** The theme with which its line of descent begins; undefined until a service has said it. */
    readonly lignee?: string | undefined;
    /** What it was to its site at the last exchange. */
    readonly situation?: Situation | undefined;
  };
}

/** A local change that a command has announced and perhaps not made. */
export interface PendingChange {
  /** Fingerprint of the local file after the change. */
  readonly local: string | null;
  /** Fingerprint of the exchanged version after the change. */
  readonly base: string | null;
}

export interface WorkspaceState extends Binding {
  /** Fingerprint at the last exchange, by path. */
  readonly base: Fingerprints;
  /** Changes that a command has announced; one that was killed may have done some of them. */
  readonly pending: ReadonlyMap<string, PendingChange>;
  /** The same as `base`, by id of the themes that the folder has followed before, the last one first. */
  readonly others: ReadonlyMap<string, Fingerprints>;
}

/**
 * The state of a folder that follows this theme from now on.
 * @param before its state, null when it has followed none
 * @param settled what `settledBase` gives for it
 */
export function rebound(before: WorkspaceState | null, settled: Fingerprints, binding: Binding): WorkspaceState {
  const previous = before && before.theme.id !== binding.theme.id ? [[before.theme.id, settled] as const] : [];
  const others = [...previous, ...(before?.others ?? [])].filter(([id]) => id !== binding.theme.id);
  return { ...binding, base: settled, pending: new Map(), others: new Map(others.slice(0, OTHERS)) };
}

/** Fingerprints of all contents that a state may still want. */
export const rememberedBy = ({ base, others }: WorkspaceState): ReadonlySet<string> =>
  new Set([base, ...others.values()].flatMap((files) => [...files.values()]));

/** @returns null when the text is no state that this version writes */
export function parseState(text: string): WorkspaceState | null {
  let parsed: z.output<typeof Written>;
  try {
    parsed = Written.parse(JSON.parse(text));
  } catch {
    return null;
  }
  const pending = Object.entries(parsed.enCours).map(([at, { ici, base }]) => [at, { local: ici, base }] as const);
  return {
    address: parsed.adresse,
    site: parsed.site,
    theme: parsed.theme,
    base: new Map(Object.entries(parsed.fichiers)),
    pending: new Map(pending),
    others: new Map(parsed.autres.map(({ theme, fichiers }) => [theme, new Map(Object.entries(fichiers))])),
  };
}

export function formatState({ address, site, theme, base, pending, others }: WorkspaceState): string {
  const state: z.input<typeof Written> = {
    version: 1,
    adresse: address,
    site: { id: site.id, slug: site.slug, nom: site.nom },
    theme: { id: theme.id, nom: theme.nom, lignee: theme.lignee, situation: theme.situation },
    fichiers: recordOf(base),
    enCours: Object.fromEntries([...pending].sort(byPath).map(([at, { local, base }]) => [at, { ici: local, base }])),
    autres: [...others].map(([id, files]) => ({ theme: id, fichiers: recordOf(files) })),
  };
  return `${JSON.stringify(state, null, 2)}\n`;
}

/**
 * The state of the last exchange, after a command that may have been killed: an announced change counts as done if the local file is
 * its result, else as not begun.
 * @param local the files as they are
 */
export function settledBase({ base, pending }: WorkspaceState, local: Fingerprints): Fingerprints {
  const settled = new Map(base);
  for (const [at, change] of pending) {
    if ((local.get(at) ?? null) !== change.local) continue;
    if (change.base === null) settled.delete(at);
    else settled.set(at, change.base);
  }
  return settled;
}

const recordOf = (files: Fingerprints) => Object.fromEntries([...files].sort(byPath));

const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
