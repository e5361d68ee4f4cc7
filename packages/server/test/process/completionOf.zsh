# Prints what zsh offers at the end of each line: in a terminal of its own, in which what is added is printed.
zmodload zsh/zpty
typeset setup='
PROMPT=; autoload -Uz compinit; compinit -D -u; source ./quittance.zsh
zstyle ":completion:*" list-grouped false
bindkey "^I" complete-word
mark() { print -r -- "<mark>" }
compprefuncs=(mark); comppostfuncs=(mark)
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a found; local each
  builtin compadd -O found "$@"
  for each in $found; do print -r -- "<offer>$each</offer>"; done
}
print ready'
for line in "$@"; do
  zpty shell zsh -f -i
  print -r -- $setup >./setup.zsh
  zpty -w shell 'source ./setup.zsh'
  zpty -r shell out '*ready*'
  zpty -n -w shell "$line"$'\t'
  zpty -r -m shell out '*<mark>*<mark>*'
  for each in ${(f)out}; do
    [[ $each == *'<offer>'*'</offer>'* ]] && print -r -- ${${each#*<offer>}%</offer>*}
  done
  print -- '<next>'
  zpty -d shell
done
