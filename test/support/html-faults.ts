import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

/** A validator that reads its rules and elements once: html-validate reads them anew for each page, which takes it as long as a small page. */
export function htmlValidator(rules: ConfigData['rules'] = {}): HtmlValidate {
  const loader = new StaticConfigLoader({ extends: ['html-validate:recommended'], rules });
  const config = loader.getConfigFor('page');
  loader.getConfigFor = () => config;
  return new HtmlValidate(loader);
}

const drawn = htmlValidator({ 'void-style': 'off' });

/** What is wrong with the HTML of a page that a component draws: Preact closes elements without content as XML does, which HTML allows. */
export async function htmlFaults(html: string): Promise<string[]> {
  const report = await drawn.validateString(html);
  return report.results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
}
