;;; vitrine.el --- Thèmes vitrine dans Emacs, avec eglot -*- lexical-binding: t; -*-

;; Emacs 29 et suivants contiennent eglot ; Emacs 28 le reçoit de son paquet (elpa-eglot chez Debian).
;; Dans init.el : (load "/chemin/vers/vitrine.el")

;;; Code:

(require 'eglot)
(require 'project)
(require 'mhtml-mode)

(defvar vitrine-commande '("vitrine" "langage")
  "Commande du serveur de langage : (\"npx\" \"vitrine\" \"langage\") par exemple.")

(define-derived-mode liquid-mode mhtml-mode "Liquid"
  "HTML avec du Liquid.")

(define-derived-mode vitrine-json-mode js-mode "JSON"
  "JSON d'un thème.")

(put 'liquid-mode 'eglot-language-id "liquid")
(put 'vitrine-json-mode 'eglot-language-id "json")

(defun vitrine-dossier (fichier)
  "Le dossier du thème dont FICHIER fait partie, ou nil."
  (locate-dominating-file fichier
                          (lambda (dossier)
                            (file-exists-p (expand-file-name "layout/theme.liquid" dossier)))))

(defun vitrine-projet (dossier)
  "Le thème autour de DOSSIER est un projet."
  (let ((theme (vitrine-dossier dossier)))
    (and theme (cons 'transient (expand-file-name theme)))))

(defun vitrine-json ()
  "Un fichier JSON d'un thème, mais aucun autre, prend `vitrine-json-mode'."
  (if (vitrine-dossier buffer-file-name) (vitrine-json-mode) (js-mode)))

(defun vitrine-demarrer ()
  "Démarre le serveur pour un fichier d'un thème."
  (when (and buffer-file-name (vitrine-dossier buffer-file-name))
    (setq-local project-find-functions (cons #'vitrine-projet project-find-functions))
    (eglot-ensure)))

(add-to-list 'auto-mode-alist '("\\.liquid\\'" . liquid-mode))
(add-to-list 'auto-mode-alist
             '("/\\(?:\\(?:templates\\|config\\)/[^/]+\\|vitrine\\)\\.json\\'" . vitrine-json))
(add-to-list 'eglot-server-programs
             (cons '(liquid-mode vitrine-json-mode) (lambda (&rest _) vitrine-commande)))
(add-hook 'liquid-mode-hook #'vitrine-demarrer)
(add-hook 'vitrine-json-mode-hook #'vitrine-demarrer)

(provide 'vitrine)
;;; vitrine.el ends here
