import { themePaths } from '../../../text/theme-paths.ts';
import { useActs } from '../../live/use-act.ts';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Badge, Badges } from '../../parts/badge.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { Facts } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { Paths } from '../../parts/paths.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { ThemePicture } from '../../parts/theme-picture.tsx';
import { Time } from '../../parts/time.tsx';
import { counted } from '../../parts/words.ts';
import { PublicationQuestion } from '../publication-question.tsx';
import type { SiteTheme } from './props.ts';
import { MoreActs, publishedAs, type ThemeProps, WorkingDraftButton } from './theme-acts.tsx';

/** A theme with what can be done with it. */
export function ThemeCard({ theme, page }: ThemeProps) {
  const acts = useActs();
  const { id, name } = theme;
  const { site, published, readOnly } = page;
  const paths = themePaths(site.path, id);
  const isPublished = theme === published;
  const heading = `nom-${id}`;
  const link = (href: string, label: string, kind?: 'primary') => (
    <ButtonLink kind={kind} href={href} aria-describedby={heading}>
      {label}
    </ButtonLink>
  );
  return (
    <article class={isPublished ? 'theme published' : 'theme'} aria-labelledby={heading}>
      <ThemePicture picture={theme.picture} name={name} />
      <div class="about">
        <h3 id={heading}>
          <Name of={name} />
        </h3>
        {isPublished && (
          <Badges>
            <Badge isLive>Publié</Badge>
          </Badges>
        )}
        <Facts
          facts={[
            ['Origine', <Origin of={theme.origin} />],
            ['Version', theme.version],
            ['Fichiers', theme.files],
            ['Modifié', <Time at={theme.changedAt} />],
          ]}
        />
        <p class="acts">
          {!isPublished && (
            <>
              <AskButton
                act={`publier ${id}`}
                kind="primary"
                isUsable={readOnly === null}
                question={(close) => (
                  <PublicationQuestion
                    {...{ site, draft: theme, takes: theme.takes, published, stays: 'ici' }}
                    onClose={close}
                    done={publishedAs}
                  />
                )}
              >
                Publier
              </AskButton>
              {link(paths.repetition, 'Répéter')}
            </>
          )}
          {link(paths.personnaliser, 'Personnaliser', isPublished ? 'primary' : undefined)}
          {link(paths.code, 'Modifier le code')}
          {link(paths.versions, 'Versions')}
          {isPublished && <WorkingDraftButton theme={theme} page={page} acts={acts} />}
        </p>
        <MoreActs theme={theme} page={page} acts={acts} />
        <Refusal {...acts} />
        {theme.isUpgradable && <p class="acts">{link(paths.upgrade, 'Mise à jour disponible')}</p>}
        {theme.difference && <Difference {...theme.difference} id={id} />}
      </div>
    </article>
  );
}

const Origin = ({ of }: { readonly of: string | null }) =>
  of === null ? (
    'Hors du catalogue'
  ) : (
    <>
      Catalogue, <Name of={of} />
    </>
  );

type DifferenceProps = NonNullable<SiteTheme['difference']> & { readonly id: string };

function Difference({ id, changed, added, removed }: DifferenceProps) {
  const total = changed.length + added.length + removed.length;
  if (total === 0) return <p class="soft">Rien ne diffère du catalogue.</p>;
  return (
    <details id={`ecart-${id}`} class="difference">
      <summary>Ce qui diffère du catalogue : {counted(total, 'fichier')}</summary>
      <Paths label="Modifiés" paths={changed} />
      <Paths label="Ajoutés" paths={added} />
      <Paths label="Retirés" paths={removed} />
    </details>
  );
}
