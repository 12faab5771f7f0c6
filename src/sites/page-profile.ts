import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { Page } from '../../engine/index.ts';
import type { Renderer } from '../../sandbox/index.ts';
import type { Profile } from '../contract/profile.ts';
import type { Told } from '../contract/shared.ts';
import { fullAs, profilesBusy, Refusal } from '../errors.ts';
import { namedPictures } from '../media/named-pictures.ts';
import type { MemberSite } from '../storage/sites.ts';
import { findTheme } from '../storage/themes.ts';
import { type DraftPageSources, readDraftPage, readSiteContent, renderedFor, templateOf } from './draft-page.ts';
import { pageRequest } from './page-view.ts';
import { derivedId, PreviewVersions } from './preview-versions.ts';
import { verdictOf } from './verdict.ts';
import type { View } from './views.ts';

/** Profiles that run at the same time, of one account and of all: each holds a theme in memory, and uses idle processors. */
const PER_ACCOUNT = 2;
const IN_ALL = 8;

/** Profiles of a longer theme wait for their turn as long bodies do, UTF-16 code units. */
const LONG_UNITS = 512 * 1024;

/** A nonce of the usual length: its value does not change the measurement. */
const NONCE = 'cHJvZmlsIGRlIHJlbmR1IQ==';

/** What one page of a theme cost; 0 where nothing was measured. */
type Profiled = Omit<Told<typeof Profile>, 'ok' | 'adresse'>;

/** Which page is measured, of which theme. */
interface ProfileQuestion {
  readonly accountId: string;
  readonly site: Pick<MemberSite, 'id' | 'slug'>;
  readonly themeId: string;
  /** Null when no page can have the address. */
  readonly view: View | null;
  readonly demande: Page['demande'];
  /** Waits until this site may keep the process busy for some milliseconds. */
  readonly takeTurn: () => Promise<void>;
}

/** Measures pages of a site, rendered by any of its themes as it is stored. Profiles do not change what visitors see. */
export class PageProfiles {
  readonly #sources: DraftPageSources;
  readonly #renderer: Renderer;
  readonly #underWay = new ConcurrencyLimit(PER_ACCOUNT, IN_ALL);
  readonly #versions = new PreviewVersions();

  constructor({ renderer, ...sources }: DraftPageSources & { readonly renderer: Renderer }) {
    this.#sources = sources;
    this.#renderer = renderer;
  }

  /** @throws MomentaryRefusal; Refusal `introuvable` when the site or its theme is not there */
  async measure(question: ProfileQuestion): Promise<Profiled> {
    return this.#underWay.run(question.accountId, () => this.#measure(question)).catch(fullAs(profilesBusy));
  }

  async #measure({ accountId, site, themeId, view, demande, takeTurn }: ProfileQuestion): Promise<Profiled> {
    const sources = this.#sources;
    const theme = await findTheme(sources.database.management, site.id, themeId);
    if (!theme) throw new Refusal('introuvable');
    const draft = await readDraftPage(sources, { site, themeId, view });
    if (!draft) return { ...NOTHING, statut: 503, gabarit: null, raison: 'trop_long' };
    const { stored: files, content } = draft;
    if (Object.values(files).reduce((units, text) => units + text.length, 0) > LONG_UNITS) await takeTurn();
    const { values } = await readSiteContent(sources, site.id, namedPictures(files));
    const request = pageRequest(content, demande, NONCE);
    const id = derivedId('profil', themeId, accountId);
    const outcome = await this.#renderer.profile({
      theme: { id, version: this.#versions.of(id, files) },
      themeId,
      files,
      content: values,
      request,
      whose: renderedFor(sources, site),
    });
    const frames = 'frames' in outcome ? outcome.frames : [];
    const [page] = frames;
    const measured = page ? { ms: page.ms, objets: page.objets, profil: frames } : NOTHING;
    const verdict = verdictOf(outcome.outcome === 'profiled' ? outcome.page : outcome, content);
    return { ...verdict, gabarit: templateOf(files, request.templates), ...measured };
  }
}

const NOTHING = { ms: 0, objets: 0, profil: [] } as const;
