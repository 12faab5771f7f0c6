import { useState } from 'preact/hooks';
import { Api } from '../../api/client.ts';
import { Field, Option } from '../../parts/field.tsx';
import { addressOfTitle } from '../../writing/address.ts';
import { CitedPlaces } from './cited-places.tsx';
import type { BlogRow, ContentsProps } from './props.ts';

/** What a person has written of a blog. */
export const blogOf = (form: FormData) => ({
  titre: String(form.get('titre') ?? '').trim(),
  slug: String(form.get('slug') ?? '')
    .trim()
    .toLowerCase(),
  description: String(form.get('description') ?? ''),
});

/** The fields of a blog. The address of a new one follows its title until one is typed. @param blog null for a new one */
export function BlogFields({ blog, site }: { readonly blog: BlogRow | null; readonly site: ContentsProps['site'] }) {
  const [slug, setSlug] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const [leads, setLeads] = useState(true);
  const proposed = addressOfTitle(title);
  return (
    <>
      <Field
        name="titre"
        label="Titre"
        required
        maxLength={200}
        autocomplete="off"
        defaultValue={blog?.titre ?? ''}
        onInput={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Field
        name="slug"
        label="Adresse"
        help={blog ? 'Après /blog/.' : 'Après /blog/ : des lettres sans accent, des chiffres et des tirets.'}
        required
        maxLength={80}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        {...(blog ? { defaultValue: blog.slug } : { value: slug ?? proposed })}
        onInput={({ currentTarget }) => setSlug(currentTarget.value)}
      />
      {blog && slug !== null && slug.trim().toLowerCase() !== blog.slug && (
        <>
          <Option
            type="checkbox"
            name="redirection"
            checked={leads}
            onInput={({ currentTarget }) => setLeads(currentTarget.checked)}
          >
            Rediriger l’ancienne adresse
          </Option>
          <p class="soft" role="status">
            {leads
              ? `/blog/${blog.slug} mènera ici, avec ses articles : aucun lien ne se brise.`
              : `/blog/${blog.slug} et les adresses de ses articles ne mèneront plus à rien.`}
          </p>
          <CitedPlaces api={new Api(site.id)} kind="blogs" id={blog.id} path={site.path} />
        </>
      )}
      <div class="field">
        <label for="description">
          Description<span class="soft"> (facultatif)</span>
        </label>
        <textarea
          id="description"
          name="description"
          rows={4}
          maxLength={2000}
          defaultValue={blog?.description ?? ''}
        />
      </div>
    </>
  );
}
