import { useState } from 'preact/hooks';
import { isSiteSlug, SITE_SLUG_LENGTH } from '../../../text/site-slugs.ts';
import { Api } from '../../api/client.ts';
import { NAMING_SITE } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { Button } from '../../parts/button.tsx';
import { Question } from '../../parts/question.tsx';
import type { NamesProps } from './props.ts';
import { useAddressCheck } from './use-address-check.ts';

/** The address of the site, those that it had before, and the way to another one. */
export function AddressForm({ site, domain, former, refusal }: NamesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const slug = (typed ?? site.slug).trim().toLowerCase();
  const isOther = slug !== site.slug;
  const isOwn = former.includes(slug);
  const isFree = useAddressCheck(isOther && !isOwn && isSiteSlug(slug) ? slug : null);
  const verdict = () => {
    if (!isOther) return '';
    if (!isSiteSlug(slug)) return MALFORMED;
    if (isOwn) return 'C’est une ancienne adresse de ce site : il peut la reprendre.';
    if (isFree === null) return '';
    return isFree ? 'Cette adresse est libre.' : 'Cette adresse est prise ou réservée : choisissez-en une autre.';
  };
  const canChange = isOther && isSiteSlug(slug) && (isOwn || isFree !== false);
  const change = async () => {
    await new Api(site.id).send('/api/site', { act: NAMING_SITE, method: 'PATCH', body: { slug: asked } });
    setTyped(null);
    await shown('L’adresse du site est changée.');
  };
  return (
    <>
      {refusal === null ? (
        <form
          class="naming"
          onSubmit={(event) => {
            event.preventDefault();
            if (canChange) setAsked(slug);
          }}
        >
          <div class="field">
            <label for="slug">Adresse du site</label>
            <span class="address-entry">
              <input
                type="text"
                id="slug"
                name="slug"
                value={typed ?? site.slug}
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
                required
                maxLength={SITE_SLUG_LENGTH}
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                aria-describedby="domaine verdict"
              />
              <span id="domaine">.{domain}</span>
            </span>
            <p class="soft" id="verdict" role="status">
              {verdict()}
            </p>
          </div>
          <p class="acts">
            <Button type="submit" kind="primary" disabled={!canChange} aria-haspopup="dialog">
              Changer l’adresse
            </Button>
          </p>
        </form>
      ) : (
        <p>
          Ce site est à l’adresse{' '}
          <strong>
            {site.slug}.{domain}
          </strong>
          .
        </p>
      )}
      {asked !== null && (
        <Question
          title="Changer l’adresse du site ?"
          agree="Changer l’adresse"
          work={change}
          onClose={() => setAsked(null)}
        >
          <p>
            Le site sera à l’adresse{' '}
            <strong>
              {asked}.{domain}
            </strong>
            . L’adresse d’aujourd’hui,{' '}
            <strong>
              {site.slug}.{domain}
            </strong>
            , y mènera : les liens et les favoris continuent de marcher, et aucun autre site ne peut la prendre.
          </p>
        </Question>
      )}
      {former.length > 0 && (
        <>
          <h3 id="anciennes">Anciennes adresses</h3>
          <p class="soft">Elles mènent toujours à ce site.</p>
          <ul class="former" aria-labelledby="anciennes">
            {former.map((name) => (
              <li key={name}>
                {name}.{domain}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const MALFORMED =
  'Une adresse est faite de lettres sans accent, de chiffres et de tirets, avec une lettre ou un chiffre à chaque bout.';
