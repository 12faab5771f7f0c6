/** Pages that are copied in Chromium, each with what is selected: everything, or from one text to another. */
export interface CopiedPage {
  readonly html: string;
  readonly from?: string;
  readonly to?: string;
}

const LOOK = `<style>
  body { font: 17px/1.6 Georgia, serif; color: #222; margin: 0 }
  h1, h2, h3 { font: 600 2em "Playfair Display", serif; letter-spacing: -.02em }
  p { margin: 0 0 1.4em; font-weight: 400 } a { color: #06c; text-decoration: underline }
  .intro { font-weight: 500; font-style: italic } .fort { font-weight: 700 } .cache { display: none }
  .sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }
  table { border-collapse: collapse } td, th { border: 1px solid #ccc; padding: 4px }
  pre { background: #f6f6f6; white-space: pre; font-family: ui-monospace, monospace } .mot { color: #a00; font-weight: 600 }
  .bulle { white-space: pre-wrap } button { user-select: none }
</style>`;

/** One picture of two by two points. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==';

export const PAGES: Readonly<Record<string, CopiedPage>> = {
  article: {
    html: `<header><nav><ul><li><a href="/">Accueil</a></li><li><a href="/carte">La carte</a></li></ul></nav></header>
      <main><article><h1>Le levain de Claire</h1><p class="intro">Trente ans de <b>pain</b>, et toujours le même chef.</p>
      <h2>Une histoire de <em>temps</em></h2>
      <p>On le nourrit <span class="fort">chaque matin</span>, dit-elle&nbsp;; voir <a href="/levain?page=2#suite">la recette</a>.<br>Puis on attend.</p>
      <figure><img src="/photo.jpg" alt="Claire devant son four" width="640"><figcaption>Claire, en <b>2019</b>.</figcaption></figure>
      <div class="texte"><div>Un paragraphe qui est un div.</div><div>Un autre.</div></div>
      <script>window.compte = 1</script><div class="cache">caché</div><span class="sr-only">pour les lecteurs d’écran</span>
      <p><img src="/compteur.gif" width="1" height="1">Fin.</p></article></main><aside>Publicité pour un four</aside>`,
  },
  part: {
    html: `<ul><li>un <b>deux trois</b> quatre</li><li>cinq<ol><li>six</li><li>sept</li></ol></li></ul><p>huit <i>neuf dix</i> onze</p>`,
    from: 'trois',
    to: 'neuf',
  },
  table: {
    html: `<table><caption>Tarifs 2027</caption><thead><tr><th>Séance</th><th>Adulte</th><th>Enfant</th></tr></thead>
      <tbody><tr><td rowspan="2">Yoga</td><td>12&nbsp;€</td><td>8&nbsp;€</td></tr><tr><td colspan="2">carte de dix : <b>90&nbsp;€</b></td></tr>
      <tr><td>Danse</td><td>15&nbsp;€<br>en soirée</td><td><ul><li>mercredi</li><li>samedi</li></ul></td></tr></tbody></table>`,
  },
  newsletter: {
    html: `<div style="display:none;font-size:0;max-height:0;overflow:hidden">À lire cette semaine</div>
      <table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation"><tr><td align="center">
      <table width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><h1 style="font-weight:300">Les nouvelles du marché</h1></td></tr>
      <tr><td style="padding:20px"><p>Cette semaine, des <strong>asperges</strong>.</p><p><a href="https://exemple.test/lire">Lire la suite</a></p></td></tr>
      <tr><td><table width="100%" cellpadding="8"><tr><td><img src="/a.jpg" width="280" height="200" alt="Asperges"><p>Vertes</p></td>
      <td><img src="/b.jpg" width="280" height="200" alt="Fraises"><p>Rouges</p></td></tr></table></td></tr></table></td></tr></table>
      <img src="https://suivi.exemple.test/o.gif" width="1" height="1" alt="">`,
  },
  answer: {
    html: `<div class="markdown prose"><p>Voici comment faire :</p><ol><li><p>Installez <code>node</code>.</p></li><li><p>Écrivez le fichier :</p>
      <pre><div><div>js</div><button>Copier le code</button></div><div><code class="hljs language-js"><span class="mot">const</span> a = <span>1</span>;

<span class="mot">if</span> (a &lt; 2) {
  console.log(a);
}
</code></div></pre></li></ol><h3>Et ensuite ?</h3><p>Un <strong>point</strong> important, un&nbsp;<em>autre</em>.</p><hr><blockquote><p>Une citation.</p></blockquote></div>`,
  },
  editor: {
    html: `<div contenteditable="true"><div>Bonjour&nbsp;<b>Madame</b>,&nbsp;</div><div><br></div><div>Je vous écris au sujet du&nbsp; devis.</div><div>Merci,<br>Claire</div>
      <div><img src="${PICTURE}" alt="logo"></div><ul><li>un</li><ul><li>deux</li></ul></ul></div>`,
  },
  chat: {
    html: `<div class="message"><b>Claire</b> <time>10:02</time><div class="bulle">Salut,
tu viens ?

Il y aura :
- du pain
- des olives</div></div><div class="message"><b>Paul</b> <time>10:05</time><div class="bulle">Oui ! <img class="emoji" src="https://exemple.test/1f600.png" alt="😀" width="16" height="16"></div></div>`,
  },
  glossary: {
    html: `<h2>Petit lexique</h2><dl><dt>Levain</dt><dd>Pâte qui a fer&shy;men&shy;té.</dd><dt>Autolyse</dt><dd>Repos de la pâte.<p>Une heure.</p></dd></dl>
      <details open><summary>En savoir plus</summary><p>H<sub>2</sub>O, 1<sup>er</sup>, <s>ancien</s>, <u>souligné</u>, <mark>vu</mark>.</p></details>
      <p>super<wbr>califragi<wbr>listique <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>`,
  },
};

export const documentOf = (page: CopiedPage): string =>
  `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Page</title>${LOOK}</head><body>${page.html}</body></html>`;
