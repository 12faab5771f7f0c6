// Démarre « vitrine langage » pour les fichiers de thème que VS Code ouvre.
const { workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const [command, ...args] = workspace.getConfiguration('vitrine').get('commande');
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  const run = {
    command,
    args,
    transport: TransportKind.stdio,
    // Sous Windows, la commande d’un paquet npm est un script, qui ne démarre que dans un interpréteur.
    options: { ...(folder && { cwd: folder }), shell: process.platform === 'win32' },
  };
  client = new LanguageClient('vitrine', 'vitrine', run, {
    documentSelector: [
      { scheme: 'file', language: 'liquid' },
      { scheme: 'file', pattern: '**/{templates,config}/*.json' },
      { scheme: 'file', pattern: '**/vitrine.json' },
    ],
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
