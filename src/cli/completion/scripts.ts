/** The scripts by which shells complete. */
import type { Terminal } from '../terminal.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** Prints the script for a shell, which may be sourced as often as one likes. */
export async function printScript(shell: Shell, terminal: Pick<Terminal, 'show'>): Promise<void> {
  if (shell === 'bash') return terminal.show(BASH);
  // The library prints its script itself.
  (await import('@bomb.sh/tab')).script(shell, 'vitrine', 'vitrine');
}

/**
 * Our own script for bash. The script of the library needs the package bash-completion, fails when it is sourced twice (`readonly`), and
 * passes the words to `eval` and `compgen -W`: anybody can choose the name of a theme.
 */
const BASH = `# Complétion de vitrine pour bash : source <(vitrine completion bash)
_vitrine_complete() {
  local -a words=() found=()
  local i word line value text start= directive=0
  local width=\${COLUMNS:-80}
  COMPREPLY=()
  # « --theme=Or » est coupé en trois mots par bash.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ \${#words[@]} -gt 0 && ( $word == '=' || \${COMP_WORDS[i - 1]} == '=' ) ]]; then
      words[\${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
  done
  word=\${words[\${#words[@]} - 1]}
  [[ $word == --*=* ]] && start=\${word%%=*}=
  while IFS= read -r line; do
    if [[ $line == :* ]]; then directive=\${line#:}; else found+=("$line"); fi
  done < <(vitrine complete -- "\${words[@]}" 2>/dev/null)
  for line in \${found[@]+"\${found[@]}"}; do
    value=\${line%%$'\\t'*}
    value=\${value#"$start"}
    text=\${line#*$'\\t'}
    # Ce qui est montré et non écrit : seulement s’il y a un choix, et pas dans un menu.
    if [[ \${#found[@]} -gt 1 && -n $text && \${COMP_TYPE:-9} != 37 && \${COMP_TYPE:-9} != 42 ]]; then
      text="$value  ($text)"
      [[ \${#text} -ge $width ]] && text="\${text:0:width - 2}…"
      COMPREPLY+=("$text")
    else
      COMPREPLY+=("$value")
    fi
  done
  case $directive in
    0) compopt -o default 2>/dev/null ;;
    16) compopt -o dirnames -o nospace 2>/dev/null ;;
  esac
  return 0
}
complete -o nosort -F _vitrine_complete vitrine 2>/dev/null || complete -F _vitrine_complete vitrine`;
