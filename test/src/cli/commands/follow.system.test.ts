import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type FollowCommandOptions, follow } from '../../../../src/cli/commands/follow.ts';
import { pullCommand } from '../../../../src/cli/commands/pull.ts';
import { resolveCommand } from '../../../../src/cli/commands/resolve.ts';
import { outside } from '../../../../src/cli/outside.ts';
import { HOLD_MS } from '../../../../src/cli/sync/absences.ts';
import { type Client, createClient } from '../../../support/client.ts';
import { FaultProxy } from '../../../support/fault-proxy.ts';
import { MINIMAL_THEME, startTestProgram, type TestProgram } from '../../../support/program.ts';
import { emptyRecord, recordingTerminal } from '../../../support/recording-terminal.ts';
import { createThemeAuthor, type ThemeAuthor } from '../../../support/theme-author.ts';
import { until } from '../../../support/until.ts';

const TEXT = 'sections/texte.liquid';
const STYLE = 'assets/a.css';

let vitrine: TestProgram;
let network: FaultProxy;
beforeAll(async () => {
  vitrine = await startTestProgram();
  network = await FaultProxy.start(`http://127.0.0.1:${vitrine.port}`);
});
afterAll(async () => {
  await network.stop();
  await vitrine.close();
});

interface Scene {
  readonly client: Client;
  readonly author: ThemeAuthor;
  readonly themeId: string;
  /** What `--json` prints. */
  readonly events: readonly { readonly evenement: string; readonly [detail: string]: unknown }[];
  readonly ended: Promise<unknown>;
  stop(): Promise<unknown>;
  told(event: string, times?: number): Promise<object>;
  stored(path: string): Promise<string | undefined>;
}

let running: Scene | undefined;
afterEach(() => running?.stop());

/** An author whose folder is followed. */
async function scene(options: FollowCommandOptions = {}): Promise<Scene> {
  const client = await createClient(vitrine);
  const fichiers = { ...MINIMAL_THEME, [STYLE]: 'a{}' };
  const archive = { format: 'service-theme', format_version: 1, nom: 'Essai', fichiers };
  const { themeId } = (await client.ask({ method: 'POST', path: '/api/themes/importer', body: archive })).json();
  const author = await createThemeAuthor({
    VITRINE_ADRESSE: network.url(`http://127.0.0.1:${vitrine.port}`),
    VITRINE_CLE: client.tenant.key,
  });
  await author.run((context) => pullCommand(context, themeId, { dossier: 't' }));
  const interruption = new AbortController();
  const record = emptyRecord();
  const events = record.results as Scene['events'][number][];
  const ended = author
    .run((context) =>
      follow(
        { ...context, signal: interruption.signal, terminal: recordingTerminal(record, { json: true }) },
        { dossier: 't', ...options },
      ),
    )
    .then(({ refusal }) => refusal);
  const told: Scene['told'] = async (event, times = 1) => {
    const found = () => events.filter(({ evenement }) => evenement === event).at(times - 1);
    return until(`${event} is told (${times})`, () => {
      const one = found();
      if (!one) throw new Error(JSON.stringify(events));
      return one;
    });
  };
  const stop = () => {
    interruption.abort();
    return ended;
  };
  const stored: Scene['stored'] = async (path) =>
    (await client.stored(themeId)).find(({ chemin }) => chemin === path)?.contenu;
  running = { client, author, themeId, events, ended, stop, told, stored };
  await told('debut');
  return running;
}

/** What is asked of the service from now on. @param beforeFirstLot what somebody does who is faster */
function overheard(beforeFirstLot: () => Promise<unknown> = async () => undefined): {
  readonly lots: { ecrire: Record<string, string>; supprimer: string[] }[];
  compared(): Promise<void>;
  /** How many requests got no answer. */
  failures(): number;
  end(): void;
} {
  const { fetch } = outside;
  const lots: { ecrire: Record<string, string>; supprimer: string[] }[] = [];
  let failures = 0;
  let next = Promise.withResolvers<void>();
  outside.fetch = async (input, init) => {
    if (init?.method === 'PUT') {
      if (lots.length === 0) await beforeFirstLot();
      lots.push(JSON.parse(String(init.body)).lot);
    }
    const response = await fetch(input, init).catch((error) => {
      failures++;
      throw error;
    });
    if (init?.method === 'GET' && String(input).endsWith('/fichiers')) {
      next.resolve();
      next = Promise.withResolvers();
    }
    return response;
  };
  return {
    lots,
    failures: () => failures,
    compared: () => until('the folder is compared again', () => next.promise),
    end: () => {
      outside.fetch = fetch;
    },
  };
}

describe('suivre', () => {
  it('sends each save whole: never the empty file or the gap in the middle of it', async () => {
    const { author, events, told, stored, stop } = await scene({ supprimer: true });
    const sent = overheard();
    try {
      const at = (path: string) => join(author.folder, 't', path);
      await author.write(`t/${TEXT}`, '');
      await sent.compared();
      await author.write(`t/${TEXT}`, '{% if %}');
      expect(await told('refus')).toMatchObject({ refus: [{ chemin: TEXT, ligne: 1 }] });
      await author.write(`t/${TEXT}`, '{% render "absent" %}');
      expect(await told('envoi')).toMatchObject({ envoyes: [TEXT], ms: expect.any(Number) });
      expect(await told('diagnostics')).toMatchObject({
        diagnostics: expect.arrayContaining([expect.objectContaining({ chemin: TEXT, ligne: 1, gravite: 'erreur' })]),
      });
      await author.write('t/vitrine.json', '{ "verifications": { "extrait_manquant": "non" } }');
      expect(JSON.stringify(await told('diagnostics', 2))).not.toContain('extrait_manquant');
      await rename(at(STYLE), at(`${STYLE}~`));
      await sent.compared();
      await author.write(`t/${STYLE}`, 'b{}');
      await told('envoi', 2);
      // A service that is busy is sent the same lot again.
      for (const { ecrire, supprimer } of sent.lots) {
        expect([Object.values(ecrire), supprimer]).toEqual([[expect.stringMatching(/./)], []]);
      }
      await rm(at(STYLE));
      expect(await told('envoi', 3)).toMatchObject({ envoyes: [], supprimes: [STYLE] });
      expect([await stored(TEXT), await stored(STYLE)]).toEqual(['{% render "absent" %}', undefined]);
      // On a slow machine one save may come as two, and each is refused.
      const refusals = events.filter(({ evenement }) => evenement === 'refus').length;
      await author.write(`t/${TEXT}`, '{% if %}');
      await told('refus', refusals + 1);
      await stop();
      expect(await told('fin')).toMatchObject({ en_retard: true });
    } finally {
      sent.end();
    }
  });

  it('brings changes of the service here; conflicts, removals and emptied files are told once and left alone', async () => {
    const { client, author, themeId, events, told, stored } = await scene();
    await client.put(themeId, TEXT, 'd’un éditeur');
    expect(await told('reception')).toMatchObject({ recuperes: [TEXT] });
    expect(await author.read(`t/${TEXT}`)).toBe('d’un éditeur');

    await rm(join(author.folder, 't', STYLE));
    await author.write('t/layout/theme.liquid', '');
    await client.lot(themeId, { ecrire: { [TEXT]: 'encore de lui' } });
    await author.write(`t/${TEXT}`, 'd’ici');
    expect(await told('conflit')).toMatchObject({ conflits: [TEXT] });
    expect(await told('vide')).toMatchObject({ fichiers: ['layout/theme.liquid'] });
    expect(await told('non_supprime')).toMatchObject({ fichiers: [STYLE] });
    await author.write('t/assets/b.css', 'b{}');
    expect(await told('envoi')).toMatchObject({ envoyes: ['assets/b.css'] });
    await client.put(themeId, 'assets/c.css', 'c{}');
    await told('reception', 2);
    expect([await stored(TEXT), await author.read(`t/${TEXT}`)]).toEqual(['encore de lui', 'd’ici']);
    expect([await stored(STYLE), await stored('layout/theme.liquid')]).toEqual([
      'a{}',
      MINIMAL_THEME['layout/theme.liquid'],
    ]);
    for (const once of ['conflit', 'vide', 'non_supprime']) {
      expect(events.filter(({ evenement }) => evenement === once)).toHaveLength(1);
    }
  });

  it('believes that a file is gone only after a while: what an editor puts back meanwhile is a save and nothing else', async () => {
    const { author, events, told } = await scene();
    const { sleep } = outside;
    let isBack = false;
    outside.sleep = async (...pause) => {
      if (pause[0] === HOLD_MS && !isBack) {
        isBack = true;
        await author.write(`t/${STYLE}`, 'b{}');
      }
      return sleep(...pause);
    };
    onTestFinished(() => {
      outside.sleep = sleep;
    });
    await rm(join(author.folder, 't', STYLE));
    expect(await told('envoi')).toMatchObject({ envoyes: [STYLE] });
    await rm(join(author.folder, 't', STYLE));
    expect(await told('non_supprime')).toMatchObject({ fichiers: [STYLE] });
    const order = events.map(({ evenement }) => evenement).filter((one) => one !== 'diagnostics');
    expect(order).toEqual(['debut', 'envoi', 'non_supprime']);
  });

  it('names once each file that is none of the theme, and one in which a conflict is not settled; sends the others', async () => {
    const { author, events, told, stored } = await scene();
    await author.write('t/assets/app.js', 'x');
    expect(await told('ignore')).toMatchObject({ fichiers: [{ chemin: 'assets/app.js', code: 'extension' }] });
    await author.write('t/photo.png', 'x');
    expect(await told('ignore', 2)).toMatchObject({ fichiers: [{ chemin: 'photo.png', code: 'hors_dossier' }] });
    await author.write(`t/${TEXT}`, '<<<<<<< ici\na\n=======\nb\n>>>>>>> service\n');
    expect(await told('marqueurs')).toMatchObject({ fichiers: [TEXT] });
    await author.write('t/assets/app.js', 'y');
    await author.write(`t/${STYLE}`, 'b{}');
    expect(await told('envoi')).toMatchObject({ envoyes: [STYLE] });
    await author.write(`t/${TEXT}`, 'a');
    expect(await told('envoi', 2)).toMatchObject({ envoyes: [TEXT] });
    expect(await stored(TEXT)).toBe('a');
    const times = (event: string) => events.filter(({ evenement }) => evenement === event).length;
    expect([times('ignore'), times('marqueurs')]).toEqual([2, 1]);
  });

  it('sends what was settled in another terminal, although nothing was saved', async () => {
    const { client, author, themeId, told, stored } = await scene();
    await author.write(`t/${TEXT}`, '');
    await told('vide');
    await client.put(themeId, TEXT, 'd’un éditeur');
    await told('conflit');
    await author.write(`t/${TEXT}`, 'd’ici');
    await told('conflit', 2);
    const settled = await author.run((context) => resolveCommand(context, [], { dossier: 't', ici: true }));
    expect(settled.refusal).toBe(null);
    expect(await told('envoi')).toMatchObject({ envoyes: [TEXT] });
    expect(await stored(TEXT)).toBe('d’ici');
  });

  it('says once that the service is away, and goes on by itself when it is back', async () => {
    const { client, author, themeId, events, told, stored, stop } = await scene();
    const asked = overheard();
    onTestFinished(asked.end);
    await network.stop();
    await author.write(`t/${TEXT}`, 'hors ligne');
    await told('attente');
    await client.put(themeId, STYLE, 'pendant ce temps');
    await until('the service was asked in vain again and again', () => expect(asked.failures()).toBeGreaterThan(3));
    asked.end();
    await network.accept();
    await told('reprise');
    await told('reception');
    await until('the text is sent', async () => expect(await stored(TEXT)).toBe('hors ligne'));
    expect(await author.read(`t/${STYLE}`)).toBe('pendant ce temps');
    expect(events.filter(({ evenement }) => evenement === 'attente')).toHaveLength(1);
    await stop();
    expect(events.at(-1)).toMatchObject({ evenement: 'fin' });
    const order = events.map(({ evenement }) => evenement);
    expect(order.indexOf('reprise')).toBeLessThan(order.indexOf('envoi'));
  });

  it('stops when another command has filled the folder with another theme: its files are not sent for those of the first', async () => {
    const { client, author, themeId, ended, told } = await scene();
    const before = await client.stored(themeId);
    const other = await client.install();
    await told('debut');
    const pulled = await author.run((context) => pullCommand(context, other, { dossier: 't' }), { answer: true });
    expect(pulled.refusal).toBe(null);
    expect(await ended).toMatchObject({ code: 'autre_theme' });
    expect(await client.stored(themeId)).toEqual(before);
  });

  it('stops before it sends anything to a draft that was published meanwhile', async () => {
    const { client, author, themeId, ended, stored } = await scene();
    await client.publish(themeId);
    await author.write(`t/${TEXT}`, 'pas pour les visiteurs');
    expect(await ended).toMatchObject({ code: 'theme_publie' });
    expect(await stored(TEXT)).toBe('bonjour');
  });

  it('stops when its draft was published and replaced by another of its line, although it is a draft again', async () => {
    const { client, themeId, ended, stored } = await scene();
    await client.publish(themeId);
    await client.publish((await client.themes('POST', { action: 'brouillon' })).json().themeId);
    // Which of both it sees depends on when it asks.
    expect(await ended).toMatchObject({ code: expect.stringMatching(/^theme_(publie|remplace)$/) });
    expect(await stored(TEXT)).toBe('bonjour');
  });

  it('sends nothing that it had compared with a draft to visitors, either', async () => {
    const { client, author, themeId, ended, stored } = await scene();
    const sent = overheard(() => client.publish(themeId));
    try {
      await author.write(`t/${TEXT}`, 'pas pour les visiteurs');
      expect(await ended).toMatchObject({ code: 'theme_publie' });
      expect(sent.lots).toHaveLength(1);
      expect(await stored(TEXT)).toBe('bonjour');
    } finally {
      sent.end();
    }
  });
});
