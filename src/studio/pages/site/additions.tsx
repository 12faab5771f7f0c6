import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { INSTALLING } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Option, Options } from '../../parts/field.tsx';
import { List } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { ThemePicture } from '../../parts/theme-picture.tsx';
import { ArchiveImport } from './archive-import.tsx';
import type { CatalogItem, SiteProps } from './props.ts';

/** How a site gets another theme: from the catalog, or from an archive. */
export const Additions = ({ site, catalog, readOnly, explainer }: SiteProps) => (
  <>
    <p class="soft">Un thème ajouté est un brouillon : les visiteurs ne le voient qu’une fois publié.</p>
    <h3>Du catalogue</h3>
    <List class="catalog" items={catalog} keyOf={({ id }) => id}>
      {(item) => (
        <>
          <ThemePicture {...item} />
          <h4>
            <Name of={item.name} />
          </h4>
          <p class="soft">{item.audience}</p>
          <p>
            <AskButton
              act={`installer ${item.id}`}
              aria-label={`Installer ${isolated(item.name)}`}
              isUsable={readOnly === null}
              question={(close) => <InstallQuestion {...item} siteId={site.id} onClose={close} />}
            >
              Installer
            </AskButton>
          </p>
        </>
      )}
    </List>
    <h3>D’une archive</h3>
    <ArchiveImport siteId={site.id} isUsable={readOnly === null} explainer={explainer} />
  </>
);

interface InstallProps extends CatalogItem {
  readonly siteId: string;
  readonly onClose: () => void;
}

const InstallQuestion = ({ id, name, picture, editions, siteId, onClose }: InstallProps) => (
  <Question
    title={
      <>
        Installer <Name of={name} />
      </>
    }
    class="wide"
    agree="Installer"
    onClose={onClose}
    work={async (form) => {
      const edition = form.get('edition');
      const body = { action: 'installer', origine: id, ...(edition && { edition }) };
      await new Api(siteId).send('/api/themes', { act: INSTALLING, method: 'POST', body });
      await shown('Le thème est installé parmi les brouillons.');
    }}
  >
    <ThemePicture picture={picture} name={name} />
    <Options legend="Édition">
      {[NO_EDITION, ...editions].map((edition) => (
        <Option key={edition.id} type="radio" name="edition" value={edition.id} defaultChecked={edition.id === ''}>
          <strong>{edition.name}</strong> <span class="soft">{edition.audience}</span>
        </Option>
      ))}
    </Options>
  </Question>
);

const NO_EDITION = { id: '', name: 'Sans édition', audience: 'Le thème tel que le catalogue le montre.' };
