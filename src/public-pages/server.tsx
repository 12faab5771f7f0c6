/** Draws the pages for everybody in the web process, which evaluates this module at the first request for one (`src/http/public-pages.ts`). */
import type { ComponentType } from 'preact';
import { render } from 'preact-render-to-string';
import { PublicDocument } from '../studio/frame/document.tsx';
import { CataloguePage } from './catalogue/page.tsx';
import { FormPage } from './form/page.tsx';
import { LoginPage } from './login/page.tsx';
import type { DrawPublic, PublicPropsOf, PublicView } from './props.ts';
import { SecondStepPage } from './second/page.tsx';
import { WelcomePage } from './welcome/page.tsx';

const VIEWS: { readonly [V in PublicView]: ComponentType<PublicPropsOf[V]> } = {
  catalogue: CataloguePage,
  welcome: WelcomePage,
  login: LoginPage,
  second: SecondStepPage,
  form: FormPage,
};

export const draw: DrawPublic = (document, { view, props }) => {
  const View = VIEWS[view] as ComponentType<object>;
  return `<!DOCTYPE html>${render(
    <PublicDocument {...document}>
      <View {...props} />
    </PublicDocument>,
  )}`;
};
