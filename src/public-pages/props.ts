import type { CatalogueProps } from './catalogue/props.ts';
import type { FormPageProps } from './form/props.ts';
import type { LoginProps } from './login/props.ts';
import type { SecondStepProps } from './second/props.ts';
import type { WelcomeProps } from './welcome/props.ts';

/** What each page is drawn from. */
export interface PublicPropsOf {
  readonly catalogue: CatalogueProps;
  readonly welcome: WelcomeProps;
  readonly login: LoginProps;
  readonly second: SecondStepProps;
  readonly form: FormPageProps;
}

export type PublicView = keyof PublicPropsOf;

export type PublicViewProps = {
  readonly [V in PublicView]: { readonly view: V; readonly props: PublicPropsOf[V] };
}[PublicView];

/** The document around a page. */
export interface PublicDocumentProps {
  /** In plain text. */
  readonly title: string;
  /** What search engines show; null for a page that is not for them. */
  readonly description: string | null;
  readonly nonce: string;
  /** Style sheet of our own. */
  readonly style: string;
  /** Address of its script; null where there is none. */
  readonly script: string | null;
  /** Attributes of the root element. */
  readonly marks: Readonly<Record<string, string>>;
}

/** Draws a whole document (`server.tsx`). */
export type DrawPublic = (document: PublicDocumentProps, page: PublicViewProps) => string;
