import { HtmlValidate, type RuleConfig } from 'html-validate';

/** What is wrong with the HTML of a page that a component draws: Preact writes `<img/>` and leaves `>` in texts as it is, which HTML allows. */
export async function htmlFaults(html: string): Promise<string[]> {
  const rules: RuleConfig = { 'void-style': 'off', 'no-raw-characters': ['error', { relaxed: true }] };
  const report = await new HtmlValidate({ extends: ['html-validate:recommended'], rules }).validateString(html);
  return report.results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
}
