import type { ErrorCode } from '../../errors.ts';
import { FOR_PROGRAMS, isForPrograms, READER } from '../../text/sentences.ts';

const NO_ACCESS = 'Ce site n’existe plus, ou votre compte n’y a plus accès.';

/**
 * What codes of the catalogue (`src/errors.ts`) say to who reads the studio, whatever was done, where the catalogue’s sentence is written for
 * programs. The others say the same to both.
 */
const SENTENCES = {
  unauthorized: 'Votre session est terminée : reconnectez-vous.',
  role_insuffisant: READER,
  site_interdit: NO_ACCESS,
  // A page of the studio names its site: it was the only one.
  no_site: NO_ACCESS,
  origine_refusee: 'Votre navigateur n’a pas dit que ceci vient du studio : rechargez la page, puis recommencez.',
  indisponible: 'Le service n’est pas disponible pour le moment. Réessayez dans un instant.',
  invalid_input: 'Le service n’a pas compris ce que cette page lui a envoyé : rechargez-la, puis recommencez.',
  introuvable: 'Ce thème n’existe plus : il a été supprimé ailleurs.',
  fichier_introuvable: 'Ce fichier n’existe plus dans ce thème : il a été supprimé ailleurs.',
  modifie_entre_temps:
    'Ceci a été modifié ailleurs entre-temps, et rien n’a été fait : rechargez la page pour le voir.',
  lot_refuse: 'Des fichiers sont refusés : rien n’est enregistré.',
} satisfies Act;

/** What a person was doing when the platform refused: what codes say then, where that is another sentence. A page loads those of its acts. */
export type Act = Partial<Readonly<Record<ErrorCode, string>>>;

export const SAVING: Act = {
  invalid_input:
    'Un de vos textes ne peut pas être enregistré : il contient un caractère qui n’est pas admis, ou il est trop long.',
  introuvable:
    'Ce thème n’existe plus : il a été supprimé ailleurs, et rien ne peut plus y être enregistré. Ce que vous avez écrit reste dans cette page.',
  modifie_entre_temps:
    'Ce thème a été modifié ailleurs entre-temps : rien n’est enregistré, et rien n’est perdu. Enregistrez de nouveau.',
};

const TEXT_GONE = 'Ce texte n’existe plus : il a été supprimé ailleurs. Ce que vous avez écrit reste dans cette page.';

export const READING_TEXT: Act = { introuvable: TEXT_GONE };

export const SAVING_TEXT: Act = {
  invalid_input:
    'Ce texte ne peut pas être enregistré : il contient un caractère qui n’est pas admis, ou l’un de ses champs est trop long.',
  introuvable: TEXT_GONE,
  modifie_entre_temps:
    'Ce texte a été modifié ailleurs entre-temps : rien n’est enregistré, et rien n’est perdu. Enregistrez de nouveau.',
};

export const READING_SETTINGS: Act = { introuvable: NO_ACCESS };

export const SAVING_SETTINGS: Act = {
  introuvable: NO_ACCESS,
  invalid_input:
    'Ces réglages ne peuvent pas être enregistrés : une valeur contient un caractère qui n’est pas admis, ou elle est trop longue.',
  modifie_entre_temps:
    'Ces réglages ont été modifiés ailleurs entre-temps : rien n’est enregistré, et rien n’est perdu. Enregistrez de nouveau.',
  autre_site: 'Cette page est celle d’un autre site : rechargez-la, puis recommencez.',
};

export const CHANGING_ACCESS: Act = {
  introuvable: NO_ACCESS,
  invalid_input: 'Ce code ne peut pas être pris : il a de 1 à 64 signes, dont un au moins se voit.',
  modifie_entre_temps:
    'L’accès au site vient d’être changé ailleurs, et rien n’est fait : rechargez la page pour voir ce qui est.',
};

export const SAVING_MENUS: Act = {
  invalid_input:
    'Ces menus ne peuvent pas être enregistrés : une entrée n’a pas de texte ou pas d’adresse, ou elle est trop longue.',
  modifie_entre_temps:
    'Les menus ont été modifiés ailleurs entre-temps : rien n’est enregistré, et rien n’est perdu. Enregistrez de nouveau.',
  autre_site: 'Cette page est celle d’un autre site : rechargez-la, puis recommencez.',
};

export const PREVIEWING: Act = {
  invalid_input:
    'Cette page ne peut pas être montrée : un texte contient un caractère qui n’est pas admis, ou il est trop long.',
  introuvable: 'Ce thème n’existe plus : il a été supprimé ailleurs, et l’aperçu ne peut plus le montrer.',
};

export const PROFILING: Act = {
  introuvable: 'Ce thème n’existe plus : il a été supprimé ailleurs, et ses pages ne peuvent plus être mesurées.',
};

export const GOING_BACK: Act = {
  introuvable: 'Ce site n’a plus de thème publié : rechargez la page pour voir ses thèmes.',
};

export const RENAMING: Act = {
  invalid_input: 'Un thème a un nom de 1 à 80 caractères, qui ne sont pas tous des blancs.',
};

export const NAMING_SITE: Act = {
  invalid_input: 'Un site a un nom de 1 à 80 caractères, qui ne sont pas tous des blancs.',
  trop_de_tentatives: 'L’adresse a déjà changé plusieurs fois : recommencez dans une heure.',
};

const NO_DOMAIN = 'Ce site n’a plus ce nom de domaine : rechargez la page pour voir ceux qu’il a.';

export const CHOOSING_ADDRESS: Act = { introuvable: NO_DOMAIN };

export const ADDING_DOMAIN: Act = {
  invalid_input: 'Un nom de domaine est fait de lettres, de chiffres et de tirets, avec des points entre eux.',
};

export const PROVING_DOMAIN: Act = {
  introuvable: NO_DOMAIN,
  trop_de_tentatives: 'Ce nom vient d’être vérifié plusieurs fois : recommencez dans quelques minutes.',
};

export const LOOKING_AT_DOMAIN: Act = {
  introuvable: NO_DOMAIN,
  trop_de_tentatives:
    'Les noms de ce site viennent d’être cherchés plusieurs fois : recommencez dans quelques minutes.',
};

export const REMOVING_DOMAIN: Act = { introuvable: NO_DOMAIN };

export const MAKING_SITE: Act = {
  invalid_input: 'Un site a un nom de 1 à 80 caractères, qui ne sont pas tous des blancs.',
  theme_inconnu: 'Ce thème n’est plus au catalogue : rechargez la page pour voir ceux qui y sont.',
  trop_de_sites:
    'Ce compte a autant de sites qu’il peut en avoir. Si son adresse n’est pas confirmée, confirmez-la d’abord.',
  trop_de_tentatives: 'Ce compte a fait beaucoup de sites aujourd’hui : recommencez demain.',
};

export const INSTALLING: Act = {
  invalid_input: 'Ce thème ou cette édition n’est plus au catalogue : rechargez la page pour voir ce qui y est.',
  theme_inconnu: 'Ce thème n’est plus au catalogue : rechargez la page pour voir ceux qui y sont.',
};

export const IMPORTING: Act = {
  archive_invalide: 'Ce fichier n’est pas une archive de thème, telle que « Exporter » la donne.',
  invalid_input:
    'Ce fichier ne peut pas être lu. Une archive de thème est un fichier .json de 200 Mio au plus, tel que « Exporter » le donne.',
};

export const CHANGING_TEXT: Act = {
  introuvable: 'Ce texte n’existe plus : il a été supprimé ailleurs.',
  modifie_entre_temps: 'Ce texte a été modifié ailleurs entre-temps, et rien n’a été fait : regardez-le d’abord.',
  invalid_input: 'Ce texte ne peut pas être publié tel qu’il est : ouvrez-le pour voir ce qui lui manque.',
  adresse_prise: 'Un autre texte a déjà l’adresse de celui-ci : ouvrez-le pour lui en donner une autre.',
};

export const COPYING_TEXT: Act = { introuvable: 'Ce texte n’existe plus : il a été supprimé ailleurs.' };

export const CHANGING_BLOG: Act = {
  introuvable: 'Ce blog n’existe plus : il a été supprimé ailleurs.',
  invalid_input:
    'Un blog a un titre de 1 à 200 caractères, et une adresse faite de lettres sans accent, de chiffres et de tirets.',
  adresse_prise: 'Un autre blog a déjà cette adresse.',
};

export const RESTORING_TEXT: Act = { introuvable: 'Ce texte n’est plus là : il a été récupéré ou effacé ailleurs.' };

export const CHANGING_REDIRECT: Act = {
  introuvable: 'Cette redirection est déjà retirée.',
  invalid_input: 'Une adresse compte 2 000 caractères au plus, et un site 10 000 redirections.',
};

export const REMOVING_REQUEST: Act = { introuvable: 'Cette demande est déjà supprimée.' };

export const CHANGING_MEDIA: Act = {
  invalid_input:
    'Ce que vous avez écrit ne peut pas être enregistré : un nom compte de 1 à 200 caractères, une description 1 000 au plus.',
  introuvable: 'Ce fichier n’est plus dans la bibliothèque : il a été supprimé ailleurs.',
};

export const CHANGING_PASSWORD: Act = {
  invalid_input: 'Le nouveau mot de passe compte de 10 à 200 caractères.',
  trop_de_tentatives: 'Trop d’essais avec un mot de passe incorrect : recommencez dans un quart d’heure.',
};

export const CHANGING_ADDRESS: Act = {
  mot_de_passe_incorrect: 'Le mot de passe est incorrect.',
  trop_de_tentatives: 'Trop d’essais : recommencez dans une heure.',
};

export const CONFIRMING_ADDRESS: Act = {
  trop_de_tentatives:
    'Plusieurs messages sont déjà partis : regardez parmi les indésirables, ou recommencez dans une heure.',
};

const WRONG_CODE = 'Ce code n’est pas juste, ou il a déjà servi. Attendez le suivant, puis recommencez.';
const TOO_MANY_CODES = 'Trop d’essais : recommencez dans un quart d’heure.';

export const PROVING: Act = {
  mot_de_passe_incorrect: 'Le mot de passe est incorrect.',
  invalid_input: WRONG_CODE,
  second_facteur_incorrect:
    'Ce code ou cette clé d’accès n’a pas été accepté. Attendez le code suivant, puis recommencez.',
  trop_de_tentatives: TOO_MANY_CODES,
};

const WRONG_MAILED_CODE = 'Ce code n’est pas le dernier que nous avons envoyé, ou il ne vaut plus.';

export const PROVING_BY_MAIL: Act = {
  invalid_input: WRONG_MAILED_CODE,
  second_facteur_incorrect: WRONG_MAILED_CODE,
};

export const ASKING_FOR_CODE: Act = {
  trop_de_tentatives:
    'Plusieurs codes sont déjà partis : regardez parmi les indésirables, ou recommencez dans une heure.',
};

export const ADDING_PASSKEY: Act = {
  invalid_input: 'Cette clé d’accès ne peut pas être gardée ici : son nom compte de 1 à 80 caractères.',
  second_facteur_incorrect: 'Cette clé d’accès n’a pas été acceptée. Recommencez depuis le début.',
  trop_de_tentatives: TOO_MANY_CODES,
};

export const ADDING_APPLICATION: Act = {
  invalid_input: WRONG_CODE,
  second_facteur_incorrect: 'Ce code n’est pas juste, ou il a déjà servi. Vérifiez aussi l’heure de votre téléphone.',
  trop_de_tentatives: TOO_MANY_CODES,
  introuvable: 'Ce secret n’attend plus : fermez cette fenêtre, puis recommencez.',
};

export const REMOVING_FACTOR: Act = { introuvable: 'Ceci est déjà retiré : rechargez la page.' };

export const REMOVING_SESSION: Act = { introuvable: 'Cette session est déjà terminée.' };

export const CHANGING_MEMBERS: Act = {
  role_insuffisant: 'Vous n’êtes plus propriétaire de ce site : rechargez la page.',
  introuvable: 'Cette personne n’est plus membre de ce site.',
};

export const INVITING: Act = {
  role_insuffisant: 'Vous n’êtes plus propriétaire de ce site : rechargez la page.',
  invalid_input: 'Ceci n’est pas une adresse électronique.',
  trop_de_tentatives: 'Trop d’invitations sont parties aujourd’hui : recommencez demain.',
};

export const CANCELLING_INVITATION: Act = {
  role_insuffisant: 'Vous n’êtes plus propriétaire de ce site : rechargez la page.',
  introuvable: 'Cette invitation n’attend plus.',
};

export const TAKING_OFF: Act = {
  invalid_input: 'Ce motif ne peut pas être enregistré : il compte 300 caractères au plus.',
};

export const DELETING_SITE: Act = { nom_different: 'Le nom tapé n’est pas celui du site : rien n’est supprimé.' };

export const KEEPING_SITE: Act = { introuvable: 'Ce site n’attend plus d’être supprimé : rechargez la page.' };

export const LEAVING: Act = {
  mot_de_passe_incorrect: 'Le mot de passe est incorrect.',
  trop_de_tentatives: 'Trop d’essais avec un mot de passe incorrect : recommencez dans un quart d’heure.',
  dernier_proprietaire: 'Les sites de ce compte ont changé entre-temps, et rien n’est supprimé : rechargez la page.',
};

export const KEEPING_ACCOUNT: Act = { introuvable: 'Ce compte n’attend plus d’être supprimé : rechargez la page.' };

export const CREATING_KEY: Act = {
  invalid_input: 'Le nom d’une clé compte 80 caractères au plus, et son dernier jour de validité est à venir.',
};

export const REVOKING_KEY: Act = { introuvable: 'Cette clé n’existe plus.' };

/** An answer of which nothing is known: of a proxy, of another program at this address. */
const UNKNOWN = 'Le service n’a pas répondu comme prévu. Réessayez dans un instant.';

/**
 * What a refusal says to the person who was doing something.
 * @param code as the platform answered; anything where something else answered
 * @param told the platform’s own sentence
 */
export function sentenceFor(act: Act, code: unknown, told: unknown): string {
  const own = typeof told === 'string' && told !== '' ? told : null;
  const isForPeople = String(code) in FOR_PROGRAMS && own !== null && !isForPrograms(own);
  const sentences = new Map<unknown, string>(Object.entries({ ...SENTENCES, ...act }));
  return (isForPeople ? own : sentences.get(code)) ?? own ?? UNKNOWN;
}
