import { boundName, type CallOf, scopesOf } from '../../document/scopes.ts';
import type { ThemeDocuments, ThemeFile } from '../../document/theme-documents.ts';
import { nameOf } from '../../language/paths.ts';
import { isBlocked, type PolicyDirective, runsInAttributes, takesNonce } from '../../language/site-policy.ts';
import { htmlOf, LIQUID_FILE } from '../html/of-file.ts';
import type { Attribute, Tag } from '../html/tags.ts';
import type { Report, Rule } from '../rule.ts';
import { blockedInStyles } from './css-addresses.ts';

const NONCE = ' nonce="{{ nonce }}"';

/** Types of scripts that browsers run, or read as a list of scripts: the policy judges these only. */
const RUN_TYPES =
  /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:jscript|livescript|javascript1\.[0-5]))$/i;

/** Attributes that run a script. */
const HANDLER =
  /^on(?:abort|animation(?:cancel|end|iteration|start)|auxclick|before(?:input|print|toggle|unload)|blur|cancel|canplay(?:through)?|change|click|close|contextmenu|copy|cuechange|cut|dblclick|drag(?:end|enter|leave|over|start)?|drop|durationchange|emptied|ended|error|focus(?:in|out)?|formdata|hashchange|input|invalid|key(?:down|press|up)|load(?:eddata|edmetadata|start)?|message|mouse(?:down|enter|leave|move|out|over|up|wheel)|offline|online|page(?:hide|show)|paste|pause|play(?:ing)?|pointer(?:cancel|down|enter|leave|move|out|over|up)|popstate|progress|ratechange|reset|resize|scroll(?:end)?|search|seek(?:ed|ing)|select(?:ionchange|start)?|show|stalled|storage|submit|suspend|timeupdate|toggle|touch(?:cancel|end|move|start)|transition(?:cancel|end|run|start)|unhandledrejection|unload|volumechange|waiting|wheel)$/;

/** What each attribute loads, by the element that has it. */
const LOADS: Readonly<Record<string, Readonly<Record<string, PolicyDirective>>>> = {
  img: { src: 'img-src' },
  image: { href: 'img-src', 'xlink:href': 'img-src' },
  video: { src: 'media-src', poster: 'img-src' },
  audio: { src: 'media-src' },
  track: { src: 'media-src' },
  iframe: { src: 'frame-src' },
  frame: { src: 'frame-src' },
  object: { data: 'object-src' },
  embed: { src: 'object-src' },
  base: { href: 'base-uri' },
  form: { action: 'form-action' },
  button: { formaction: 'form-action' },
  input: { formaction: 'form-action' },
};

/** What `link` loads, by its `rel`, or by what it loads ahead. */
const LINKS: Readonly<Record<string, PolicyDirective>> = {
  ...{ stylesheet: 'style-src', icon: 'img-src', 'apple-touch-icon': 'img-src', manifest: 'default-src' },
  ...{ modulepreload: 'script-src', prefetch: 'default-src' },
};
const AHEAD: Readonly<Record<string, PolicyDirective>> = {
  ...{ style: 'style-src', script: 'script-src', font: 'default-src', image: 'img-src', fetch: 'default-src' },
};

/** Why an address is blocked. */
const REASONS: Readonly<Record<PolicyDirective, string>> = {
  'default-src': 'elle n’est pas de ce site',
  'script-src': 'un script ne passe qu’avec nonce="{{ nonce }}"',
  'style-src': 'une feuille de style d’ailleurs ne passe qu’avec nonce="{{ nonce }}"',
  'style-src-attr': 'elle n’est pas de ce site',
  'img-src': 'une image est de ce site, en https ou en data',
  'media-src': 'un son ou une vidéo est de ce site, ou en https',
  'frame-src': 'un cadre ne montre que des adresses en https',
  'object-src': 'aucun <object> ni <embed> n’est permis',
  'base-uri': 'aucun <base> n’est permis',
  'form-action': 'un formulaire ne s’envoie qu’à ce site',
  'frame-ancestors': 'elle n’est pas de ce site',
};

const IN_STYLES: Partial<typeof REASONS> = {
  'default-src': 'une police est de ce site : un réglage font_picker, avec le filtre font_face',
  'style-src': 'une feuille de style importée est de ce site',
};

/** What the Content-Security-Policy of sites blocks (docs/decisions/content-security-policy.md). */
export const policy: Rule = {
  judges: LIQUID_FILE,
  judge(file, theme, report) {
    for (const tag of file.known(htmlOf).tags) {
      judgeNonce(tag, file, theme, report);
      for (const attribute of tag.attributes) judgeAttribute(attribute, tag, report);
    }
    for (const { directive, offset, end } of blockedInStyles(file)) {
      report('adresse_bloquee', { offset, end }, { raison: IN_STYLES[directive] ?? REASONS[directive] });
    }
  },
};

const attributeOf = ({ attributes }: Tag, name: string): Attribute | undefined =>
  attributes.find((attribute) => attribute.name === name);

/** The value of an attribute that is written in full. */
function wholeValue(tag: Tag, name: string): string | undefined {
  const attribute = attributeOf(tag, name);
  return attribute && !attribute.isComputed ? (attribute.value ?? '') : undefined;
}

const mayHaveNonce = (tag: Tag): boolean =>
  tag.hasUnknown || tag.attributes.some(({ name }) => name === undefined || name === 'nonce');

function judgeNonce(tag: Tag, file: ThemeFile, theme: ThemeDocuments, report: Report): void {
  const { name, start } = tag;
  if ((name !== 'script' && name !== 'style') || mayHaveNonce(tag)) return;
  if (name === 'script' && attributeOf(tag, 'type') && !isRun(tag)) return;
  const place = { offset: start, end: tag.end };
  if (seesNonce(file, theme)) {
    const at = start + 1 + name.length;
    report('nonce_absent', place, { nom: name, suite: 'écrivez' }, { debut: at, fin: at, texte: NONCE });
  } else report('nonce_absent', place, { nom: name, suite: 'passez nonce: nonce à cet extrait, et écrivez' });
}

/** Whether browsers run a script of its type; not where the type is computed. */
function isRun(tag: Tag): boolean {
  const type = wholeValue(tag, 'type');
  return type !== undefined && RUN_TYPES.test(type.trim());
}

/** Whether a file sees the nonce of the page: a snippet sees what each call passes to it. */
function seesNonce(file: ThemeFile, theme: ThemeDocuments): boolean {
  return !file.path.startsWith('snippets/') || theme.known(snippetsWithNonce).has(nameOf(file.path));
}

/** The snippets that are called, and that each call passes the nonce to. */
function snippetsWithNonce(theme: ThemeDocuments): ReadonlySet<string> {
  const scopes = theme.known(scopesOf);
  const passes = ({ call: { meaning } }: CallOf, snippet: string) =>
    meaning.tag === 'include' ||
    boundName(meaning, snippet) === 'nonce' ||
    meaning.passed.some(({ name }) => name.text === 'nonce');
  const snippets = [...theme.files.keys()].filter((path) => path.startsWith('snippets/')).map(nameOf);
  return new Set(
    snippets.filter((snippet) => {
      const calls = scopes.callsOf(snippet);
      return calls.length > 0 && calls.every((call) => passes(call, snippet));
    }),
  );
}

function judgeAttribute(attribute: Attribute, tag: Tag, report: Report): void {
  const { name, start, end, value = '', valueStart, isComputed } = attribute;
  if (name === undefined) return;
  if (HANDLER.test(name) && !runsInAttributes('script')) {
    report('evenement_bloque', { offset: start, end }, { nom: name });
    return;
  }
  const address = value.trim();
  // An address that goes on with Liquid says something only with its scheme, and its host in full.
  if (isComputed && !/^[a-z][a-z0-9+.-]*:(?!\/*[^/]*$)|^(?:javascript|data|mailto):/i.test(address)) return;
  const place = { offset: valueStart, end: valueStart + value.length };
  if (/^javascript:/i.test(address) && ADDRESSES.has(name)) {
    report('adresse_bloquee', place, { raison: 'un script ne s’écrit pas dans une adresse' });
    return;
  }
  const directive = directiveOf(tag, name);
  if (!directive || (address === '' && !isAlways(directive))) return;
  if (takesNonce(directive) && mayHaveNonce(tag)) return;
  if (isBlocked(directive, address)) report('adresse_bloquee', place, { raison: REASONS[directive] });
}

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href']);

const isAlways = (directive: PolicyDirective): boolean => directive === 'object-src' || directive === 'base-uri';

function directiveOf(tag: Tag, attribute: string): PolicyDirective | undefined {
  if (tag.name === 'link') return attribute === 'href' ? linkDirective(tag) : undefined;
  if (tag.name === 'input' && attribute === 'src') return wholeValue(tag, 'type') === 'image' ? 'img-src' : undefined;
  const own = LOADS[tag.name];
  return own && Object.hasOwn(own, attribute) ? own[attribute] : undefined;
}

function linkDirective(tag: Tag): PolicyDirective | undefined {
  const rels = (wholeValue(tag, 'rel') ?? '').toLowerCase().split(/\s+/);
  if (rels.includes('alternate')) return undefined;
  if (rels.includes('preload')) return AHEAD[wholeValue(tag, 'as') ?? ''];
  for (const rel of rels) if (Object.hasOwn(LINKS, rel)) return LINKS[rel];
  return undefined;
}
