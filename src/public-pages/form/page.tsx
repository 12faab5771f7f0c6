import type { InputHTMLAttributes } from 'preact';
import type { FormPageField, FormPageLink, FormPageProps } from './props.ts';

/** A page of an account that works without its script (that of the login page): sign-up, forgotten password, what links in mail lead to. */
export const FormPage = ({ title, alert, sentences, form, links }: FormPageProps) => (
  <>
    <h1>{title}</h1>
    {alert !== '' && (
      <p role="alert" tabIndex={-1}>
        {alert}
      </p>
    )}
    {sentences.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {form && (
      <form method="post" action={form.action}>
        {Object.entries(form.hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {form.username !== undefined && (
          <input type="text" hidden readonly autocomplete="username" value={form.username} />
        )}
        {form.fields.map((field) => (
          <FormField key={field.name} {...field} />
        ))}
        {form.choices?.map(({ name, label }) => (
          <p key={name}>
            <label>
              <input type="checkbox" name={name} value="oui" /> {label}
            </label>
          </p>
        ))}
        {form.fields.some(({ type }) => type === 'password') && (
          <button type="button" aria-pressed="false" aria-controls="mot_de_passe" hidden>
            Afficher le mot de passe
          </button>
        )}{' '}
        <button type="submit">{form.agree}</button>
      </form>
    )}
    <PageLinks links={links} />
  </>
);

const FormField = ({ name, label, help, isFixed = false, ...attributes }: FormPageField) => (
  <>
    <label for={name}>{label}</label>
    <input
      id={name}
      name={name}
      required
      readOnly={isFixed}
      aria-describedby={help === undefined ? undefined : `${name}-aide`}
      {...(attributes as InputHTMLAttributes<HTMLInputElement>)}
    />
    {help !== undefined && <small id={`${name}-aide`}>{help}</small>}
  </>
);

/** Ways to other pages, below a form. */
export const PageLinks = ({ links }: { readonly links: readonly FormPageLink[] }) => (
  <>
    {links.map(({ text, href }) => (
      <p key={href}>
        <a href={href}>{text}</a>
      </p>
    ))}
  </>
);
