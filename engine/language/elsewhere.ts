/** What a word of another platform is there; `property` is a path such as `page.title`. */
export type ElsewhereKind = 'tag' | 'filter' | 'object' | 'property';

/** Words of other platforms that have the same meaning here, under another name. */
const RENAMED: Readonly<Record<'filter' | 'object' | 'property', Readonly<Record<string, string>>>> = {
  filter: {
    xml_escape: 'escape',
    url_escape: 'url_encode',
    url_param_escape: 'url_encode',
    uri_escape: 'url_encode',
    cgi_escape: 'url_encode',
    jsonify: 'json',
  },
  object: {
    page_title: 'page.titre',
    page_description: 'page.description',
    page_image: 'page.image',
    linklists: 'menus',
    csp_nonce: 'nonce',
  },
  property: {
    'shop.name': 'site.nom',
    'shop.description': 'site.description',
    'site.title': 'site.nom',
    'site.name': 'site.nom',
    'page.title': 'page.titre',
    'page.content': 'page.contenu',
    'page.handle': 'page.slug',
    'article.title': 'article.titre',
    'article.content': 'article.contenu',
    'article.excerpt': 'article.extrait',
    'article.excerpt_or_content': 'article.extrait',
    'article.url': 'article.adresse',
    'article.published_at': 'article.date',
    'article.created_at': 'article.date',
    'blog.title': 'blog.titre',
    'blog.url': 'blog.adresse',
  },
};

const NO_SHOP = 'un site n’est pas une boutique, et n’a ni produits, ni panier, ni clients';
const CONTACT = 'écrivez <form method="post" action="/contact">, le seul formulaire que la plateforme reçoit';
const IN_FRENCH = 'un thème n’a pas de traductions ; écrivez le texte lui-même, ou faites-en un réglage';
const NO_MONEY = 'il n’y a pas de prix ici ; écrivez le nombre, puis « € »';
const PICTURE =
  'une image est un réglage image_picker ; écrivez {{ section.settings.photo | image_url: width: 640 | image_tag }}';
const MIXED = 'éclaircissez ou assombrissez par le filtre teinte, ou mêlez en CSS par color-mix()';
const CHANNEL = 'un réglage color donne .red, .green, .blue, .alpha, .hue, .saturation et .lightness';
const FONT = 'une police est un réglage font_picker, avec les filtres font_face et font_famille';
const LINK = 'écrivez la balise <a> elle-même';
const VIDEO = 'écrivez l’<iframe> ou la <video> elle-même ; un réglage video_url donne .type et .id';
const HASH = 'aucun filtre ne calcule d’empreinte';
const SEARCH = 'un site n’a pas de recherche';
const CHOSEN = 'choisissez par where, find, has ou reject, ou par une boucle et un if';
const PAGES = 'la plateforme découpe les listes du blog ; lisez blog.articles et blog.pagination';
const FRENCH = 'un site n’a qu’une langue et qu’un pays ; écrivez-les dans l’enveloppe';
const METAFIELD = 'il n’y a pas de champs libres ; déclarez un réglage dans le schéma';
const ASSETS = 'seuls les fichiers de assets/ ont une adresse, {{ "nom.svg" | asset_url }}';
const SLUG = 'aucun filtre ne fait d’identifiant ; essayez downcase, puis replace: " ", "-"';

const words = (sentence: string, names: string): [string, string][] => names.split(' ').map((name) => [name, sentence]);

const TAGS = Object.fromEntries([
  ...words(CONTACT, 'form'),
  ...words(PAGES, 'paginate'),
  ...words('bouclez sur les blocs par {% for block in section.blocks %}', 'content_for'),
  ...words('nommez chaque section par {% section "entete" %}', 'sections'),
  ...words('chaque page a la même enveloppe, layout/theme.liquid', 'layout extends'),
  ...words('créez un fichier de snippets/ et appelez-le par {% render "nom" %}', 'snippet partial'),
  ...words('une partie qui change de page en page est une section, que {{ content_for_layout }} montre', 'block'),
  ...words('c’est un filtre ; écrivez {{ "theme.css" | asset_url | stylesheet_tag }}', 'stylesheet_tag'),
  ...words('écrivez <script nonce="{{ nonce }}">, ou la balise {% javascript %}', 'script script_tag'),
  ...words(IN_FRENCH, 't translate'),
  ...words('écrivez {% if … %} … {% else %} … {% endif %}', 'elseif else_if elif'),
]);

const FILTERS = Object.fromEntries([
  ...words(IN_FRENCH, 't translate'),
  ...words(NO_MONEY, 'money money_with_currency money_without_currency money_without_trailing_zeros'),
  ...words(PICTURE, 'img_url img_tag asset_img_url file_img_url product_img_url'),
  ...words(PICTURE, 'collection_img_url article_img_url'),
  ...words(ASSETS, 'file_url global_asset_url shopify_asset_url payment_type_img_url payment_type_svg_tag'),
  ...words('écrivez le texte du fichier dans un snippet et appelez-le par render', 'inline_asset_content'),
  ...words(LINK, 'link_to link_to_type link_to_vendor link_to_tag link_to_add_tag link_to_remove_tag'),
  ...words(LINK, 'customer_login_link customer_logout_link customer_register_link url_for_type url_for_vendor within'),
  ...words(NO_SHOP, 'sort_by item_count_for_variant line_items_for payment_button payment_terms login_button avatar'),
  ...words(NO_SHOP, 'format_address weight_with_unit unit_price_with_measurement currency_selector'),
  ...words(SEARCH, 'highlight highlight_active_tag'),
  ...words('la page dit elle-même l’échec par {% if page.demande == "erreur" %}', 'default_errors'),
  ...words(PAGES, 'default_pagination'),
  ...words('écrivez <link rel="preload">, ou le filtre font_precharge pour une police', 'preload_tag'),
  ...words('écrivez <script nonce="{{ nonce }}">, ou la balise {% javascript %}', 'script_tag'),
  ...words('écrivez <time> autour du filtre date', 'time_tag'),
  ...words(MIXED, 'color_darken color_lighten color_mix color_modify color_saturate color_desaturate hex_to_rgba'),
  ...words(CHANNEL, 'color_brightness color_contrast color_difference color_extract brightness_difference'),
  ...words(CHANNEL, 'color_to_hex color_to_hsl color_to_rgb color_to_oklch'),
  ...words(FONT, 'font_modify font_url'),
  ...words(SLUG, 'handle handleize camelize slugify'),
  ...words('écrivez {% if n > 1 %}s{% endif %}', 'pluralize'),
  ...words(HASH, 'md5 sha1 sha256 hmac_sha1 hmac_sha256 blake3'),
  ...words('écrivez <script type="application/ld+json"> avec le filtre json', 'structured_data'),
  ...words(METAFIELD, 'metafield_tag metafield_text'),
  ...words(VIDEO, 'media_tag video_tag external_video_tag external_video_url model_viewer_tag'),
  ...words(CHOSEN, 'where_exp find_exp find_index_exp has_exp reject_exp group_by group_by_exp'),
  ...words('ajoutez par concat, dont l’argument est une liste que split peut faire', 'push unshift'),
  ...words('prenez une part de la liste par slice', 'pop shift sample'),
  ...words('rien n’est échappé ici sans le filtre escape ; retirez ce filtre', 'raw html_safe'),
  ...words('comptez les mots par split: " ", puis size', 'number_of_words'),
  ...words('ôtez les blancs par squish', 'normalize_whitespace'),
  ...words('faites un nombre par plus: 0', 'to_integer to_number'),
  ...words('assemblez par join: ", "', 'array_to_sentence_string'),
  ...words(
    'écrivez le format, comme date: "%d/%m/%Y"',
    'date_to_string date_to_long_string date_to_rfc822 date_to_xmlschema',
  ),
  ...words('montrez une valeur par json', 'inspect debug'),
]);

const OBJECTS = Object.fromEntries([
  ...words(
    NO_SHOP,
    'product products all_products variant collection collections cart checkout customer order gift_card',
  ),
  ...words(NO_SHOP, 'line_item recommendations additional_checkout_buttons content_for_additional_checkout_buttons'),
  ...words(NO_SHOP, 'powered_by_link all_country_option_tags country_option_tags store_availability discount'),
  ...words('le site est l’objet site, avec site.nom, site.slug et site.description', 'shop'),
  ...words('la plateforme n’ajoute rien à l’en-tête ; retirez cette sortie', 'content_for_header'),
  ...words('les sections de la page sont {{ content_for_layout }}', 'content_for_index content_for_page'),
  ...words('les adresses sont écrites telles quelles, comme « / », « /blog », « /contact »', 'routes'),
  ...words('une page ne voit de sa demande que page.slug et template', 'request'),
  ...words(FRENCH, 'localization shop_locale country market'),
  ...words('un thème ne connaît pas l’adresse complète de sa page ; page.slug en est la fin', 'canonical_url'),
  ...words('la page montrée est l’objet page ; les autres ne se lisent pas', 'pages'),
  ...words('l’article montré est l’objet article ; ceux d’une liste sont dans blog.articles', 'articles'),
  ...words('les blogs du site sont dans blog.blogs, sur les pages du blog', 'blogs'),
  ...words('un menu est menus.principal, une liste d’entrées titre, url, enfants', 'linklist'),
  ...words(PAGES, 'paginate current_page'),
  ...words('les articles n’ont pas d’étiquettes', 'current_tags'),
  ...words(SEARCH, 'search predictive_search predictive_search_resources'),
  ...words('une page dit l’issue d’un formulaire par page.demande, « merci » ou « erreur »', 'form form_errors'),
  ...words(METAFIELD, 'metafields metaobject metaobjects'),
  ...words(PICTURE, 'images'),
  ...words('un thème ne connaît pas son propre nom', 'theme'),
  ...words('il n’y a pas de scripts de boutique ; écrivez <script nonce="{{ nonce }}">', 'scripts'),
  ...words('une page n’a pas de commentaires', 'comment comments'),
  ...words('écrivez les liens vers vos pages légales dans un menu', 'policies'),
  ...words('chaque section a ses propres valeurs, section.settings', 'app brand'),
]);

const PROPERTIES = Object.fromEntries([
  ...words('le studio n’en a pas besoin ; retirez cette sortie', 'block.shopify_attributes section.shopify_attributes'),
  ...words('le titre d’une section est un réglage de son schéma', 'section.name block.name'),
  ...words('l’ordre est celui de la boucle, forloop.index', 'section.index section.index0 block.index'),
  ...words('une section ne sait pas où elle est placée', 'section.location'),
  ...words('il n’y a pas d’auteur ; écrivez-le dans l’article', 'page.author article.author article.user'),
  ...words('les articles n’ont pas d’étiquettes', 'article.tags blog.tags blog.all_tags'),
  ...words('il n’y a pas de commentaires', 'article.comments article.comments_count article.comments_enabled?'),
  ...words('une page a une seule adresse, qui finit par page.slug', 'page.url page.id page.template_suffix'),
  ...words('article.adresse est son adresse', 'article.handle article.id'),
  ...words('blog.adresse est son adresse', 'blog.handle blog.id'),
  ...words('le nombre de pages est blog.pagination.pages', 'blog.articles_count'),
  ...words(METAFIELD, 'page.metafields article.metafields blog.metafields shop.metafields'),
  ...words(
    'l’adresse complète d’un site ne se lit pas ; écrivez un chemin, comme « / »',
    'shop.url shop.domain site.url',
  ),
  ...words('l’adresse complète d’un site ne se lit pas ; écrivez un chemin, comme « / »', 'shop.secure_url'),
  ...words('demandez-le par un réglage du thème, settings.<id>', 'shop.email shop.phone shop.address site.email'),
]);

const SENTENCES: Readonly<Record<ElsewhereKind, Readonly<Record<string, string>>>> = {
  tag: TAGS,
  filter: FILTERS,
  object: OBJECTS,
  property: PROPERTIES,
};

/**
 * The name that a word of another platform has here, where both mean the same.
 * @example renamed('property', 'page.title') // 'page.titre'
 */
export function renamed(kind: ElsewhereKind, name: string): string | undefined {
  return kind === 'tag' || !Object.hasOwn(RENAMED[kind], name) ? undefined : RENAMED[kind][name];
}

/**
 * What to write instead of a word of Shopify or liquidjs that does not exist here; undefined for any other word.
 * @returns a French clause without its full stop, for the end of a sentence
 * @example elsewhere('tag', 'form') // 'écrivez <form method="post" action="/contact">, …'
 */
export function elsewhere(kind: ElsewhereKind, name: string): string | undefined {
  const same = renamed(kind, name);
  if (same !== undefined) return `écrivez « ${same} »`;
  return Object.hasOwn(SENTENCES[kind], name) ? SENTENCES[kind][name] : undefined;
}
