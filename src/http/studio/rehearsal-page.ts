import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { readOnlyOf } from './read-only.ts';
import { scriptPath } from './script-routes.ts';
import { themePaths } from './theme-pages.ts';
import { studioPath } from './visitor.ts';

interface RehearsalPageView {
  readonly site: MemberSite;
  /** A draft of the site. */
  readonly theme: Theme;
  /** Null where none is published. */
  readonly published: Theme | null;
  /** The name that the draft gets at its publication, unless that is declined. */
  readonly takes: string;
}

/** `/studio/<site>/themes/<id>/repetition`: what the publication of a draft would change; its script asks for it. */
export const rehearsalPage = ({ site, theme: { id, nom }, published, takes }: RehearsalPageView): StudioPage => ({
  title: `${isolated(nom)} – répétition`,
  site,
  section: 'themes',
  view: 'rehearsal',
  props: {
    site: { id: site.id, name: site.nom, path: studioPath(site) },
    readOnly: readOnlyOf(site),
    draft: { id, name: nom, takes: takes === nom ? null : takes, code: themePaths(site, id).code },
    published: published && { id: published.id, name: published.nom },
    painter: scriptPath('stills'),
  },
});
