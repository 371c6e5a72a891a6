# The gallery under test: started, found, waited for, ended. To be read by bash, after `binaries` and `folder` are set.
# Whatever a test waits for, it waits for as long as a busy machine needs: how fast the gallery answers is no question here.

gallery=
window=
# What went wrong, a line each.
failures=()
# The pages that were opened for the keyboard.
operated=' '
places=$folder/places

fail() {
  failures+=("$1")
  echo "test-input: $1" >&2
}

# try COMMAND…: until it succeeds, for 30 seconds.
try() {
  local tries
  for tries in $(seq 300); do
    ! "$@" || return 0
    sleep 0.1
  done
  return 1
}

# Sets x, y, width and height to those of a part of the window.
find_place() { read -r x y width height < <(awk -v name="$1" '$1 == name { print $2, $3, $4, $5 }' "$places" 2>/dev/null); }
place() { try find_place "$1" || fail "the $1 is not on screen"; }

has_width() { find_place window && [ "$width" -eq "$1" ]; }
# resize WIDTH HEIGHT: until the window's parts have their places in it.
resize() {
  xdotool windowsize "$window" "$1" "$2"
  try has_width "$1" || fail "the window is not $1 wide, but $width"
}

# point_at PART WORD…: moves the pointer to the middle of a part; the words are what xdotool does there.
point_at() {
  place "$1"
  shift
  xdotool mousemove --window "$window" $((x + width / 2)) $((y + height / 2)) "$@"
}

# wheel BUTTON TIMES: 5 is the wheel downwards, 4 upwards, 7 to the right. In the middle of the page.
wheel() { point_at page click --repeat "$2" --delay 15 "$1"; }

# drag Y…: from the middle of the page, or the X that is set as `from`, to heights in hundredths of the page's.
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

# launch NAME OPTION…: its lines are in NAME.log, GTK's warnings in NAME.err.
launch() {
  local name=$1
  shift
  [ "$name" != keys ] || operated="$operated${2:-} "
  rm -f "$places"
  : >"$folder/$name.log"
  # Appended, so that what is emptied meanwhile begins anew.
  "$binaries/sightline-gallery" --places "$places" "$@" >>"$folder/$name.log" 2>"$folder/$name.err" &
  gallery=$!
  window=$(timeout 60 xdotool search --sync --onlyvisible --name '^Sightline Gallery$' | head -n 1)
  xdotool windowfocus --sync "$window"
  press @page
}

# Whether keys go to a part of the window.
has_keyboard() {
  local left top
  find_place keyboard && left=$x && top=$y &&
    find_place "$1" && [ "$left" -ge "$x" ] && [ "$left" -lt $((x + width)) ] && [ "$top" -ge "$y" ] && [ "$top" -lt $((y + height)) ]
}

# Ends it; sets status.
finish_gallery() {
  kill -TERM "$gallery" 2>/dev/null || true
  status=0
  wait "$gallery" || status=$?
  gallery=
}

# Ends the gallery of a keyboard test, of which GTK must not have complained.
close_page() {
  finish_gallery
  [ "$status" -eq 0 ] && ! grep -qE 'CRITICAL|WARNING' "$folder/keys.err" || {
    cat "$folder/keys.err" >&2
    fail "the pages$operated end with the status $status, or with a warning"
  }
}

forget() { : >"$folder/keys.log"; }

# Waits for a line of standard output, or says what is missing.
expect() {
  try grep -qE "$1" "$folder/keys.log" || {
    tail -n 20 "$folder/keys.log" >&2
    fail "by keyboard: there is no line '$1', but: $(tail -n 1 "$folder/keys.log")"
  }
}

# press KEY…: one after the other. A number waits for so many seconds, /LINE for this line, and @PART until a part of the window
# has the keyboard.
press() {
  local key
  for key in "$@"; do
    case $key in
    /*) expect "${key#/}" ;;
    @*) try has_keyboard "${key#@}" || fail "the ${key#@} does not get the keyboard" ;;
    [0-9].*) sleep "$key" ;;
    *) xdotool key --delay 60 "$key" ;;
    esac
  done
}

# insist KEY LINE: pressed again until the line is there, where what the key goes to may not be laid out yet.
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
