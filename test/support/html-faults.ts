import { HtmlValidate } from 'html-validate';

/** What is wrong with the HTML of a page that a component draws: Preact closes elements without content as XML does, which HTML allows. */
export async function htmlFaults(html: string): Promise<string[]> {
  const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: { 'void-style': 'off' } });
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
}
