# Functions to start, operate and end the gallery under test. To be sourced by bash after setting `binaries` and `folder`.
# Timeouts allow for a busy machine, because the response time of the gallery is not tested.

gallery=
window=
# Failure messages.
failures=()
# Pages opened for keyboard tests.
operated=' '
places=$folder/places

fail() {
  failures+=("$1")
  echo "test-input: $1" >&2
}

# try COMMAND…: retries a command until it succeeds, for 30 seconds.
try() {
  local tries
  for tries in $(seq 300); do
    ! "$@" || return 0
    sleep 0.1
  done
  return 1
}

# Sets x, y, width and height to the frame of a part of the window.
find_place() { read -r x y width height < <(awk -v name="$1" '$1 == name { print $2, $3, $4, $5 }' "$places" 2>/dev/null); }
place() { try find_place "$1" || fail "the $1 is not on screen"; }

has_width() { find_place window && [ "$width" -eq "$1" ]; }
# resize WIDTH HEIGHT: resizes the window and waits for its layout.
resize() {
  xdotool windowsize "$window" "$1" "$2"
  try has_width "$1" || fail "the window is $width wide, not $1"
}

# point_at PART WORD…: moves the pointer to the centre of a part, then runs the xdotool command.
point_at() {
  place "$1"
  shift
  xdotool mousemove --window "$window" $((x + width / 2)) $((y + height / 2)) "$@"
}

# wheel BUTTON TIMES: scrolls at the centre of the page; 5 is down, 4 up, 7 right.
wheel() { point_at page click --repeat "$2" --delay 15 "$1"; }

# drag Y…: drags vertically through heights in percent of the page, at its centre or at x = `from`.
drag() {
  local share from=${from:-}
  place page
  from=${from:-$((x + width / 2))}
  xdotool mousemove --window "$window" "$from" $((y + height * $1 / 100)) mousedown 1
  shift
  for share in "$@"; do
    xdotool mousemove --window "$window" "$from" $((y + height * share / 100))
    sleep 0.05
  done
  xdotool mouseup 1
}

# launch NAME OPTION…: starts the gallery with its output in NAME.log and GTK's warnings in NAME.err.
launch() {
  local name=$1
  shift
  [ "$name" != keys ] || operated="$operated${2:-} "
  rm -f "$places"
  : >"$folder/$name.log"
  # Append, because tests truncate the file.
  "$binaries/sightline-gallery" --places "$places" "$@" >>"$folder/$name.log" 2>"$folder/$name.err" &
  gallery=$!
  window=$(timeout 60 xdotool search --sync --onlyvisible --name '^Sightline Gallery$' | head -n 1)
  xdotool windowfocus --sync "$window"
  press @page
}

# Whether a part of the window has the keyboard focus.
has_keyboard() {
  local left top
  find_place keyboard && left=$x && top=$y &&
    find_place "$1" && [ "$left" -ge "$x" ] && [ "$left" -lt $((x + width)) ] && [ "$top" -ge "$y" ] && [ "$top" -lt $((y + height)) ]
}

# Ends the gallery and sets `status`.
finish_gallery() {
  kill -TERM "$gallery" 2>/dev/null || true
  status=0
  wait "$gallery" || status=$?
  gallery=
}

# Ends the gallery of a keyboard test. Fails on GTK warnings.
close_page() {
  finish_gallery
  [ "$status" -eq 0 ] && ! grep -qE 'CRITICAL|WARNING' "$folder/keys.err" || {
    cat "$folder/keys.err" >&2
    fail "the pages$operated ended with status $status or a warning"
  }
}

forget() { : >"$folder/keys.log"; }

# Waits for a line of standard output.
expect() {
  try grep -qE "$1" "$folder/keys.log" || {
    tail -n 20 "$folder/keys.log" >&2
    fail "keyboard: no line '$1'; last line: $(tail -n 1 "$folder/keys.log")"
  }
}

# press KEY…: presses keys in order. A number waits for seconds, /LINE for this line, and @PART until a part of the window has the
# focus.
press() {
  local key
  for key in "$@"; do
    case $key in
    /*) expect "${key#/}" ;;
    @*) try has_keyboard "${key#@}" || fail "the ${key#@} does not get the focus" ;;
    [0-9].*) sleep "$key" ;;
    *) xdotool key --delay 60 "$key" ;;
    esac
  done
}

# insist KEY LINE: presses a key repeatedly until the line appears, because its target may not be laid out yet.
insist() {
  local tries
  for tries in $(seq 30); do
    xdotool key "$1"
    sleep 0.5
    ! grep -qE "$2" "$folder/keys.log" || return 0
    sleep 0.5
  done
  expect "$2"
}
