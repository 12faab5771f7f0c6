import { isRecord } from '../../../../engine/json/values.ts';
import { isSeen } from '../../../text/names.ts';
import { type Api, ApiRefusal } from '../../api/client.ts';
import { READING_TEXT, SAVING_TEXT } from '../../api/refusals.ts';
import type { DocumentStore, StoredText } from '../../unsaved/document-store.ts';
import { NewestAnswer } from '../../unsaved/newest-answer.ts';
import { OneAnswerStore } from '../../unsaved/one-answer-store.ts';
import {
  type ContentState,
  isSameSeen,
  newState,
  type Seen,
  seenLater,
  seenOf,
  stateOf,
  valuesOf,
} from './content-state.ts';
import { changedFields, NAMES, placeholderSlug, type TextKind, type TextValues, UNTITLED } from './fields.ts';
import { bodyOf, seenAfter, type TextAct } from './text-act.ts';

/** Which text a store is about. */
export interface TextAddress {
  readonly kind: TextKind;
  readonly id: string;
  /** Id of the site. */
  readonly siteId: string;
  /** Whether the text was not there when the page was opened: the first save makes it. */
  readonly isNew: boolean;
  /** What the fields of a new text begin with, where that is not nothing: of an article its blog. */
  readonly initial?: TextValues;
}

/**
 * The fields of one page or article as the platform has them: each is a text of the document. Its value is work in progress over what is
 * shown, so that a save shows nothing to visitors. Each write names the version that it is based on.
 */
export class ContentStore extends OneAnswerStore implements DocumentStore {
  readonly role = 'brouillon';
  readonly #api: Api;
  readonly #text: TextAddress;
  readonly #path: string;
  readonly #answer: NewestAnswer<Readonly<Record<string, unknown>>>;
  #state: ContentState;
  #changesElsewhere = 0;
  /** What a person would see of the text after each request of this page whose answer is not known. */
  #unanswered: Seen[] = [];

  constructor(api: Api, text: TextAddress) {
    super(SAVING_TEXT);
    this.#api = api;
    this.#text = text;
    this.#path = `/api/${text.kind}`;
    this.#answer = new NewestAnswer(api, this.#path, { act: READING_TEXT, query: { id: text.id } });
    this.#state = newState(text.kind, text.id, text.initial ?? {});
    this.hold(textsOf(this.#state));
  }

  /** The text as it was read last. */
  get state(): ContentState {
    return this.#state;
  }

  /** Grows when the text has come to be another one than this page has read or made. */
  get changesElsewhere(): number {
    return this.#changesElsewhere;
  }

  /** Whether a request may have been carried out whose answer did not come. */
  get isUnanswered(): boolean {
    return this.#unanswered.length > 0;
  }

  /** Reads the text again. @throws ApiRefusal `introuvable` where it was there and is gone; Unreachable */
  async refresh(): Promise<void> {
    const { kind } = this.#text;
    const take = (body: Readonly<Record<string, unknown>>) => {
      const answered = body[NAMES[kind].one];
      if (isRecord(answered)) this.#take(stateOf(kind, answered));
    };
    // A text that nobody has saved yet is not there, and the browser would report each question about it as a fault.
    if (this.#state.isNew && this.#text.isNew && !this.isUnanswered) return;
    await this.#answer.read(take).catch((error) => {
      const isAwaited = this.#text.isNew && this.#state.isNew && error instanceof ApiRefusal && error.isGone;
      if (!isAwaited) throw error;
    });
  }

  /** Keeps changed fields as work in progress. @throws ApiRefusal `modifie_entre_temps`, `introuvable` and others; Unreachable */
  async save(
    changes: ReadonlyMap<string, string | null>,
    bases: ReadonlyMap<string, string | null>,
  ): Promise<ReadonlyMap<string, StoredText | null>> {
    this.assertBases(bases);
    const values = { ...valuesOf(this.#state), ...Object.fromEntries(changes) } as TextValues;
    await (this.#state.isNew ? this.#make(values) : this.#keep(values));
    const saved = this.saved(changes);
    await this.refresh().catch(() => undefined);
    return saved;
  }

  /** Carries out an act on the text as it was read last. @throws ApiRefusal `modifie_entre_temps` and others; Unreachable */
  async send(asked: TextAct): Promise<void> {
    const before = seenOf(this.#state);
    const after = seenAfter(before, asked);
    await this.#change(bodyOf(this.#state, asked, NAMES[this.#text.kind].isPublished), after);
    await this.refresh();
  }

  /** The first save. The answer to a repeated one is that of the first: only reading tells what is there now. */
  async #make(values: TextValues): Promise<void> {
    const { kind, id } = this.#text;
    const titre = values.titre?.trim() ?? '';
    const shown = {
      ...(values.blog_id !== undefined && { blog_id: values.blog_id }),
      titre: isSeen(titre) ? titre : UNTITLED,
      slug: placeholderSlug(kind, id),
    };
    const travail = changedFields({ ...newState(kind, id, {}).shown, ...shown }, values);
    const after = { ...seenOf(this.#state), publishedFrom: undefined, values };
    const body = { id, ...shown, [NAMES[kind].isPublished]: false, travail };
    await this.#write('POST', body, { ...after, shown: { ...after.shown, ...shown } });
    await this.refresh();
    // An earlier request has made the text, and somebody may have written to it since.
    const isOther = Object.keys(changedFields(valuesOf(this.#state), values)).length > 0;
    if (this.#state.isNew || isOther) throw this.changedMeanwhile();
  }

  async #keep(values: TextValues): Promise<void> {
    const { shown, planned } = this.#state;
    const work = changedFields({ ...shown, ...planned }, values);
    const majLe = await this.#change({ travail: work }, { ...seenOf(this.#state), values });
    // A reading may have been answered meanwhile.
    if (majLe > (this.#state.majLe ?? '')) this.#take({ ...this.#state, shown, planned, work, majLe });
  }

  /** @returns the version of the text after the change */
  async #change(change: object, after: Seen): Promise<string> {
    const { id, siteId } = this.#text;
    const body = { id, garde: { site: siteId, majLe: this.#state.majLe }, ...change };
    return (await this.#write<{ readonly majLe: string }>('PATCH', body, after)).majLe;
  }

  async #write<Answer>(method: 'POST' | 'PATCH', body: object, after: Seen): Promise<Answer> {
    this.#unanswered.push(after);
    try {
      const answer = await this.#api.send<Answer>(this.#path, { act: SAVING_TEXT, method, body });
      this.#answer.noteSave();
      return answer;
    } catch (error) {
      // What was refused was not carried out, except a request that came twice: its second coming finds what the first has made, or another
      // session.
      const isStale = error instanceof ApiRefusal && error.code === 'modifie_entre_temps';
      const isRefused = error instanceof ApiRefusal && !error.isMomentary && !error.isSignedOut && !isStale;
      if (isRefused) this.#unanswered = this.#unanswered.filter((one) => one !== after);
      throw error;
    }
  }

  #take(state: ContentState): void {
    const { majLe } = this.#state;
    const [before, now] = [seenOf(this.#state), seenOf(state)];
    const isOwn = this.#unanswered.some((after) => isSameSeen(after, now));
    // Requests that named an earlier version are refused from now on. In the same version a plan may have come true.
    if (majLe !== state.majLe) this.#unanswered = [];
    else this.#unanswered = this.#unanswered.map((after) => seenLater(after, before, now));
    if (!isOwn && !isSameSeen(before, now)) this.#changesElsewhere++;
    this.#state = state;
    this.hold(textsOf(state));
  }
}

const textsOf = (state: ContentState) => valuesOf(state) as Readonly<Record<string, string>>;
