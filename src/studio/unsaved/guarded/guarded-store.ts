import { isRecord, type Values } from '../../../../engine/json/values.ts';
import type { Api } from '../../api/client.ts';
import type { Act } from '../../api/refusals.ts';
import type { DocumentStore, StoredText } from '../document-store.ts';
import { NewestAnswer } from '../newest-answer.ts';
import { OneAnswerStore } from '../one-answer-store.ts';
import { textsOf, withChanges } from './named-values.ts';

/** Which object a store is about. */
export interface GuardedObject {
  /** Address of the API that gives the object and replaces it: `/api/menus`. */
  readonly path: string;
  /** What answers and requests call the object. */
  readonly name: 'menus' | 'valeurs';
  /** Id of the site. */
  readonly siteId: string;
  /** Names of values whose own members are texts of their own, `horaires.lundi`; none where absent. */
  readonly split?: readonly string[];
  /** What refusals say. */
  readonly acts: { readonly reading: Act; readonly saving: Act };
}

interface Answer {
  readonly majLe: string | null;
  readonly [name: string]: unknown;
}

/**
 * One object of named values that the API replaces as a whole, with a guard: each value is a text of the document, as canonical JSON by its
 * name. What a save does not name stays as it is on the platform. Visitors see a save at once, and a person is told that before.
 */
export class GuardedStore extends OneAnswerStore implements DocumentStore {
  readonly role = 'publie';
  readonly #api: Api;
  readonly #object: GuardedObject;
  readonly #answer: NewestAnswer<Answer>;
  #values: Values = {};
  /** The version that was read last; null for an object that nobody has written. */
  #majLe: string | null = null;

  constructor(api: Api, object: GuardedObject) {
    super(object.acts.saving);
    this.#api = api;
    this.#object = object;
    this.#answer = new NewestAnswer(api, object.path, { act: object.acts.reading });
  }

  /** The whole object, as it was read or saved last. */
  get values(): Values {
    return this.#values;
  }

  /** Reads the object again. @throws ApiRefusal, Unreachable */
  async refresh(): Promise<void> {
    await this.#answer.read((answer) => {
      const values = answer[this.#object.name];
      if (isRecord(values)) this.#take(values, answer.majLe);
    });
  }

  /**
   * Replaces the object by itself with these values, if nobody has written it since it was read.
   * @throws ApiRefusal `modifie_entre_temps`, `autre_site` and others; Unreachable
   */
  async save(
    changes: ReadonlyMap<string, string | null>,
    bases: ReadonlyMap<string, string | null>,
  ): Promise<ReadonlyMap<string, StoredText | null>> {
    this.assertBases(bases);
    const { path, name, siteId, split = [], acts } = this.#object;
    const values = withChanges(this.#values, split, changes);
    const body = { [name]: values, garde: { site: siteId, majLe: this.#majLe } };
    const { majLe } = await this.#api.send<{ readonly majLe: string }>(path, {
      ...{ act: acts.saving, method: 'PATCH', body },
    });
    this.#answer.noteSave();
    const saved = this.saved(changes);
    // A reading may have been answered meanwhile.
    if (majLe > (this.#majLe ?? '')) this.#take(values, majLe);
    return saved;
  }

  #take(values: Values, majLe: string | null): void {
    this.#values = values;
    this.#majLe = majLe;
    this.hold(textsOf(values, this.#object.split ?? []));
  }
}
