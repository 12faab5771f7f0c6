import type { MenuEntry, ThemeFiles } from '../../engine/index.ts';
import { parseJsonFile } from '../../engine/json/commented-json.ts';
import { SETTINGS_DATA } from '../../engine/language/paths.ts';
import { HOME_PAGE, type PageFields } from '../storage/pages.ts';
import { isRecord } from '../text/json.ts';
import { applyEdition, type CatalogTheme } from '../themes/catalog.ts';
import { deepMerge } from '../themes/edition-values.ts';
import type { StarterTexts } from './starter-texts.ts';
import { THEME_PARTS, type ThemeParts } from './theme-parts.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a new site is made of. */
export interface StarterSite {
  readonly files: ThemeFiles;
  readonly description: string;
  readonly pages: readonly PageFields[];
  readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
}

/** `/contact` itself takes the messages of forms. */
const CONTACT = '/nous-contacter';
const ABOUT = '/a-propos';
const FORM = '/#contact';

const CONTACT_INTRO =
  'Écrivez-nous en quelques lignes, avec le moyen de vous répondre : nous revenons vers vous dès que possible.';
const ABOUT_TEXT =
  '<p>Racontez ici votre histoire : qui vous êtes, comment vous travaillez, et ce à quoi vous tenez.</p>' +
  '<p>Quelques phrases simples suffisent. Parlez comme à une personne qui pousse la porte pour la première fois.</p>';
const NOT_FOUND = 'Cette page n’existe pas, ou elle n’existe plus.';

/** Settings of a section that say how it looks; all its other settings are texts and pictures of the theme's example. */
const LOOK: ReadonlySet<string> = new Set([
  'fond',
  'etendue',
  'largeur',
  'cote',
  'coupe',
  'taille',
  'premiere_ouverte',
]);

/** A new site: an edition of a theme that speaks of a trade, with the pages and menus that its links lead to. */
export function starterSite(theme: CatalogTheme, editionId: string, texts: StarterTexts, name: string): StarterSite {
  const parts = THEME_PARTS[theme.id];
  const description = `${name} : ${withoutAccents(texts.texte)}`;
  const before = applyEdition(theme, editionId);
  const files = Object.fromEntries(
    Object.entries(before).map(([path, source]) => {
      if (path === SETTINGS_DATA) return [path, written(settingsData(recordIn(source), parts, texts, description))];
      if (path === 'templates/index.json') return [path, written(homeTemplate(recordIn(source), parts, texts))];
      return path.startsWith('templates/')
        ? [path, written(otherTemplate(recordIn(source), parts, texts))]
        : [path, source];
    }),
  );
  const home = recordIn(before['templates/index.json'] ?? '{}');
  return {
    files: { ...files, 'templates/contact.json': written(contactTemplate(home, parts)) },
    description,
    pages: [
      HOME_PAGE,
      { slug: ABOUT.slice(1), titre: 'À propos', gabarit: 'page', contenu: ABOUT_TEXT, publiee: true },
      { slug: CONTACT.slice(1), titre: 'Contact', gabarit: 'contact', contenu: '', publiee: true },
    ],
    menus: {
      principal: [
        { titre: withoutAccents(texts.prestations.titre), url: '/#prestations' },
        { titre: 'À propos', url: ABOUT },
        { titre: 'Contact', url: CONTACT },
      ],
      pied: [
        { titre: 'Accueil', url: '/' },
        { titre: 'À propos', url: ABOUT },
        { titre: 'Contact', url: CONTACT },
      ],
    },
  };
}

function homeTemplate(home: Values, parts: ThemeParts, texts: StarterTexts): Values {
  const { mark, opening, services, story, steps, questions } = parts;
  const mine = (type: string, settings: Values) => ({ type, settings: { ...lookOf(home, type), ...settings } });
  const sections: Record<string, unknown> = {
    ouverture: {
      ...mine(opening, {
        ...{ surtitre: texts.activite, plaque: '', titre: texts.titre, texte: texts.texte, action: '' },
        ...{ bouton_texte: texts.bouton, bouton_url: FORM },
        ...{ lien_texte: withoutAccents(texts.prestations.titre), lien_url: '/#prestations', image_alt: '' },
      }),
    },
    prestations: {
      ...mine(services.type, {
        [mark]: 'L’essentiel',
        titre: texts.prestations.titre,
        intro: '',
        ...services.settings,
      }),
      ...blocksOf(services.block, texts.prestations.points, (place) => ({ lien: '', ...services.at?.(place) })),
    },
    'a-propos': mine(story.type, {
      ...{ [mark]: 'À propos', titre: 'Faisons *connaissance*', texte: ABOUT_TEXT, signature: '' },
      ...{ image: '', image_alt: '', lien_texte: '', lien_url: '', ...story.settings },
    }),
    deroulement: steps
      ? {
          ...mine(steps.type, {
            [mark]: 'Comment faire',
            titre: 'Trois étapes *simples*',
            intro: '',
            ...steps.settings,
          }),
          ...blocksOf(steps.block, texts.deroulement, (place) => ({ duree: '', ...steps.at?.(place) })),
        }
      : mine('texte', {
          [mark]: 'Comment faire',
          titre: 'Trois étapes *simples*',
          texte: texts.deroulement.map(({ titre, texte }) => `<p><strong>${titre}.</strong> ${texte}</p>`).join(''),
        }),
    questions: {
      ...mine(questions, { [mark]: 'Questions', titre: 'On nous *demande*', intro: '' }),
      ...blocksOf(
        'question',
        texts.questions.map(({ question, reponse }) => ({ question, reponse: `<p>${reponse}</p>` })),
      ),
    },
    appel: mine('appel', { ...appealOf(texts), dessin: '' }),
    contact: contactSection(home, parts),
  };
  return { sections, order: Object.keys(sections) };
}

function contactTemplate(home: Values, parts: ThemeParts): Values {
  return { sections: { contact: contactSection(home, parts) }, order: ['contact'] };
}

const contactSection = (home: Values, { mark }: ThemeParts) => ({
  type: 'contact',
  settings: {
    ...lookOf(home, 'contact'),
    ...{ [mark]: 'Contact', titre: 'Nous *écrire*', intro: CONTACT_INTRO, bouton: 'Envoyer le message' },
    ...{ message_label: 'Votre message', bon_titre: 'Votre demande', direct_titre: 'Nos coordonnées' },
    ...{ mention: 'Vos coordonnées servent à vous répondre, rien d’autre.', direct_texte: '', image: '' },
    merci: 'Merci, votre message est bien arrivé.',
    erreur: 'Votre message n’a pas pu partir. Vérifiez les champs, puis réessayez.',
    ...{ adresse: 'Votre adresse', telephone: '', courriel: '' },
  },
});

/** Pages besides the home page: the call at their end and words of the example. */
function otherTemplate(template: Values, { mark }: ThemeParts, texts: StarterTexts): Values {
  const over: Record<string, unknown> = {};
  for (const [key, section] of Object.entries(recordOf(template.sections))) {
    const { type, settings } = recordOf(section);
    const marked = Object.hasOwn(recordOf(settings), mark) ? { [mark]: '' } : {};
    if (type === 'appel') over[key] = { settings: { ...appealOf(texts), dessin: '' } };
    else if (type === 'introuvable') {
      over[key] = { settings: { texte: NOT_FOUND, lien_texte: 'Nous écrire', lien_url: CONTACT } };
    } else over[key] = { settings: marked };
  }
  return deepMerge(template, { sections: over }) as Values;
}

function settingsData(data: Values, { current }: ThemeParts, texts: StarterTexts, description: string): Values {
  const { blocks } = recordOf(recordOf(recordOf(recordOf(data.current).sections)).footer);
  const column = (titre: string, texte: string) => ({ settings: { titre, texte } });
  const laid = {
    ...{ description, ...current },
    sections: {
      header: { settings: { baseline: texts.activite, bouton_texte: texts.bouton, bouton_url: FORM } },
      footer: {
        settings: { phrase: texts.devise, menu_titre: 'Le site', mention: '' },
        ...(isRecord(blocks) && {
          blocks: { adresse: column('Adresse', 'Votre adresse'), horaires: column('Horaires', 'Vos horaires') },
        }),
      },
    },
  };
  return deepMerge(data, { current: laid }) as Values;
}

const appealOf = ({ appel: { titre, texte } }: StarterTexts) => ({
  ...{ titre, texte },
  ...{ bouton_texte: 'Nous écrire', bouton_url: FORM },
});

/** How the theme's own home page shows its first section of a type. */
function lookOf({ sections }: Values, type: string): Values {
  const section = Object.values(recordOf(sections)).find((one) => recordOf(one).type === type);
  return Object.fromEntries(Object.entries(recordOf(recordOf(section).settings)).filter(([key]) => LOOK.has(key)));
}

function blocksOf(type: string, points: readonly object[], more: (place: number) => Values = () => ({})) {
  const blocks = points.map(
    (point, place) => [`b${place + 1}`, { type, settings: { ...point, ...more(place) } }] as const,
  );
  return { blocks: Object.fromEntries(blocks), block_order: blocks.map(([key]) => key) };
}

/** A title without the asterisks by which a theme sets words apart. */
const withoutAccents = (title: string): string => title.replaceAll('*', '');

const recordOf = (value: unknown): Values => (isRecord(value) ? value : {});
const recordIn = (source: string): Values => recordOf(parseJsonFile(source));
const written = (values: Values): string => `${JSON.stringify(values, null, 2)}\n`;
