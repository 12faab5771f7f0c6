;;; What an author does in Emacs with a file of a theme; writes what came of it as JSON. -*- lexical-binding: t; -*-
;;; Environment: TRIAL_CONFIG (the file of docs/editors), TRIAL_THEME (a theme's folder), TRIAL_OUT (where the result goes).

(require 'json)
(package-initialize)
(load (getenv "TRIAL_CONFIG") nil t)

(defvar trial-result nil)
(defun trial-note (key value) (push (cons key value) trial-result))
(defun trial-open (path) (find-file (expand-file-name path (getenv "TRIAL_THEME"))))
(defun trial-wait (what)
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall what)) (< (float-time) end)) (accept-process-output nil 0.02))))
(defun trial-lines () (vconcat (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n")))

(defun trial-act ()
  (trial-open "sections/essai.liquid")
  ;; A batch has no command after which the server would be started.
  (apply #'eglot--connect (eglot--guess-contact))
  (flymake-start)
  (trial-wait #'flymake-diagnostics)
  (trial-note "diagnostics"
              (vconcat (mapcar (lambda (one)
                                 (vector (line-number-at-pos (flymake-diagnostic-beg one)) (flymake-diagnostic-text one)))
                               (flymake-diagnostics))))
  (goto-char (point-min))
  (search-forward "page.")
  (trial-note "completions"
              (vconcat (mapcar #'substring-no-properties (all-completions "" (nth 2 (eglot-completion-at-point))))))
  (goto-char (point-min))
  (search-forward "'bout")
  (save-window-excursion
    (xref-find-definitions "LSP identifier at point.")
    (trial-note "definition" buffer-file-name))
  (trial-open "sections/essai.liquid")
  (goto-char (point-min))
  (search-forward "settings.ti")
  (eglot-rename "intitule")
  (trial-note "renamed" (trial-lines))
  (set-buffer-modified-p nil)
  (trial-open "snippets/mal-range.liquid")
  (eglot--maybe-activate-editing-mode)
  (eglot-format-buffer)
  (trial-note "formatted" (trial-lines))
  (set-buffer-modified-p nil))

(condition-case reason (trial-act) (error (trial-note "failed" (format "%S" reason))))
(with-temp-file (getenv "TRIAL_OUT") (insert (json-encode trial-result)))
(ignore-errors (eglot-shutdown-all))
(kill-emacs 0)
