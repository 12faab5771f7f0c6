import type { Rehearsal } from '../../../contract/rehearsal.ts';
import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { showRefusal } from '../announce.ts';
import { ask } from '../dialogs.ts';
import { offerName, publicationOf, publishAgreed } from '../publishing.ts';
import { PagePictures } from './pictures.ts';
import { changesInWords, showReport } from './report.ts';
import { requestRehearsal } from './request.ts';

/** Enables the page of a rehearsal, which begins at once, can be stopped and repeated, and publishes the draft. */
export function enableRehearsal(): void {
  const main = document.querySelector<HTMLElement>('main[data-rehearsal]');
  const { rehearsal: siteId, draft: draftId, published } = main?.dataset ?? {};
  if (!main || !siteId || !draftId) return;
  const button = (name: string) => main.querySelector<HTMLButtonElement>(`button[data-do="${name}"]`);
  const [start, stop, publish] = [button('repeter'), button('arreter'), button('publier')];
  const progress = main.querySelector('progress');
  const told = main.querySelector('[data-place="progres"]');
  const alert = main.querySelector<HTMLElement>('[role=alert]');
  const result = document.getElementById('resultat');
  if (!start || !stop || !publish || !progress || !told || !alert || !result) return;
  const api = new Api(siteId);
  const pictures = new PagePictures(api, { published: published ?? null, draft: draftId });
  let report: Rehearsal | null = null;

  const noteProgress = (done: number, total: number) => {
    Object.assign(progress, { max: Math.max(1, total), value: done });
    told.textContent = `${done} pages sur ${total} répétées.`;
  };
  const rehearse = async () => {
    const asked = new AbortController();
    stop.onclick = () => asked.abort();
    setBusy(true);
    alert.replaceChildren();
    told.textContent = 'La répétition commence…';
    try {
      report = await requestRehearsal(api, draftId, { signal: asked.signal, progress: noteProgress });
      told.textContent = `Répétition terminée. ${changesInWords(report)}`;
      result.hidden = false;
      showReport(result, report, pictures);
    } catch (error) {
      told.textContent = asked.signal.aborted ? 'Répétition arrêtée.' : '';
      if (!asked.signal.aborted) showRefusal(alert, error);
    }
    setBusy(false);
    start.textContent = 'Répéter de nouveau';
  };
  const setBusy = (isBusy: boolean) => {
    const hadFocus = document.activeElement === start || document.activeElement === stop;
    Object.assign(start, { hidden: isBusy });
    Object.assign(stop, { hidden: !isBusy });
    progress.hidden = !isBusy;
    if (isBusy) result.hidden = true;
    if (hadFocus) (isBusy ? stop : start).focus();
  };
  start.onclick = () => void rehearse();
  publish.onclick = () => {
    if (report) askToPublish(main, api, draftId, report);
  };
  if (!start.disabled) void rehearse();
}

/** Says what visitors will see another way before it publishes. */
function askToPublish(main: HTMLElement, api: Api, draftId: string, report: Rehearsal): void {
  const { siteName = '', draftName = '', sitePath = '/studio', takes, published } = main.dataset;
  const publication = publicationOf({ id: draftId, name: draftName }, takes, published);
  ask('publier-repete', {
    texts: {
      ...offerName('publier-repete', publication),
      site: isolated(siteName),
      name: isolated(draftName),
      before: report.publie
        ? `« ${isolated(report.publie.nom)} », publié en ce moment, redevient un brouillon et reste sur le site.`
        : 'Ce site n’a pas encore de thème publié.',
      changes: changesInWords(report),
    },
    act: async (form) => {
      await publishAgreed(api, publication, form);
      location.assign(sitePath);
    },
  });
}
