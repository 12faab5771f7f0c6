import type { ComponentChildren } from 'preact';
import type { PublicDocumentProps } from '../../public-pages/props.ts';
import { Notice } from '../parts/notice.tsx';
import type { DocumentProps } from './props.ts';

interface FullDocumentProps extends DocumentProps {
  /** What stands above the page. */
  readonly frame: ComponentChildren;
  readonly children: ComponentChildren;
}

/** JSON that nothing in it can end its element, and that is JavaScript too. */
export const jsonInHtml = (state: unknown): string =>
  JSON.stringify(state).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

interface HeadProps extends Pick<PublicDocumentProps, 'title' | 'nonce' | 'style' | 'script'> {
  readonly children?: ComponentChildren;
}

export const Head = ({ title, nonce, style, script, children }: HeadProps) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>{title}</title>
    {children}
    <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
    {script !== null && <script type="module" nonce={nonce} src={script} />}
  </head>
);

/**
 * The document around a page. Here alone HTML is set as it is: the style sheet, which is ours, and the state of the page as JSON.
 */
export const Document = ({
  title,
  nonce,
  style,
  script,
  account,
  state,
  marks,
  frame,
  children,
}: FullDocumentProps) => (
  <html lang="fr" {...marks}>
    <Head title={`${title} – vitrine`} {...{ nonce, style, script }} />
    <body data-account={account}>
      {/* Outside of what is hydrated: with a script, a browser has a text there. */}
      <noscript>
        <Notice>Les boutons de cette page ont besoin de JavaScript, que ce navigateur n’exécute pas.</Notice>
      </noscript>
      <div id="cadre">{frame}</div>
      <div id="racine">{children}</div>
      <script type="application/json" id="donnees" dangerouslySetInnerHTML={{ __html: jsonInHtml(state) }} />
    </body>
  </html>
);

/** The document around a page for everybody. */
export const PublicDocument = ({
  title,
  description,
  nonce,
  style,
  script,
  marks,
  children,
}: PublicDocumentProps & { readonly children: ComponentChildren }) => (
  <html lang="fr" {...marks}>
    <Head {...{ title, nonce, style, script }}>
      {description !== null && <meta name="description" content={description} />}
    </Head>
    <body>
      <main>{children}</main>
    </body>
  </html>
);
