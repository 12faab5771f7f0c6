//! Démarre « vitrine langage » pour les fichiers de thème que Zed ouvre.
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Vitrine;

impl zed::Extension for Vitrine {
    fn new() -> Self {
        Vitrine
    }

    fn language_server_command(&mut self, _server: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("vitrine")
            .ok_or("La commande « vitrine » n’est pas dans le PATH : installez le client.")?;
        Ok(Command {
            command,
            args: vec!["langage".into()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Vitrine);
