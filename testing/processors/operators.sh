# For scripts about some operators: select_operators [--tenth | OPERATOR ...] sets `operators` to
# these, to every tenth or, without arguments, to all.
select_operators() {
  mapfile -t operators < <(for spec in ops/*/spec.yaml; do basename "${spec%/spec.yaml}"; done)
  case $* in
    "") ;;
    --tenth) mapfile -t operators < <(printf '%s\n' "${operators[@]}" | awk 'NR % 10 == 1') ;;
    *) operators=("$@") ;;
  esac
  local operator
  for operator in "${operators[@]}"; do
    if [ ! -f "ops/$operator/spec.yaml" ]; then
      echo "$0: there is no operator $operator" >&2
      exit 2
    fi
  done
}
