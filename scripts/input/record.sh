# Recordings: with the Record button, and of every page driven by wheel, keys and scroll bar.

# Presses the Record button twice by pointer, which must write a trace with the same events on replay, and a page, and open the page.
record() {
  mkdir -p "$folder/bin" "$folder/recordings"
  # A stand-in for the system's command to open a page, which prints its argument.
  printf '#!/bin/sh\necho "opened $1" >>"%s"\n' "$folder/keys.log" >"$folder/bin/xdg-open"
  chmod +x "$folder/bin/xdg-open"
  PATH="$folder/bin:$PATH" launch keys --page visible-items --recordings "$folder/recordings"
  expect 'TargetView 1 entered'
  point_at record click 1
  expect 'Recording: '
  wheel 5 12
  wheel 4 5
  sleep 0.3
  point_at record click 1
  expect 'The recording is in .*html'
  expect "opened $folder/recordings/session-.*html"
  # With the keyboard shortcut and without a browser.
  rm "$folder/bin/xdg-open"
  printf '#!/bin/sh\nexit 3\n' >"$folder/bin/xdg-open"
  chmod +x "$folder/bin/xdg-open"
  sleep 1
  forget
  press ctrl+shift+r '/Recording: ' 0.3 ctrl+shift+r
  expect 'The page is not shown: xdg-open found no browser. Open .*html in a browser'
  close_page
  if ! "$binaries/sightline" verify --reference "$folder"/recordings/*.ndjson >"$folder/record.verify" ||
    [ "$(grep -c ' 0 differences' "$folder/record.verify")" -ne 2 ] ||
    [ "$(find "$folder/recordings" -name '*.html' -size +100k | wc -l)" -ne 2 ]; then
    ls -l "$folder/recordings" >&2
    fail "record: $(cat "$folder/record.verify")"
  fi
  sed 's/^/record: /' "$folder/record.verify"
}

# Scrolls by wheel, keys and scroll bar, in all layouts of the window.
drive() {
  wheel 5 12
  wheel 4 5
  wheel 7 3
  xdotool key --delay 40 Page_Down Page_Down Down Down Page_Up End Home
  # The scroll bar is at the right edge of the page.
  place page
  from=$((x + width - 4)) drag 16 26 40 52 33
  resize 1000 620
  wheel 5 8
  resize 420 620
  wheel 5 4
  resize 1180 820
  wheel 4 6
  sleep 0.3
}

# record_page PAGE: drives a page and verifies the recording.
record_page() {
  local page=$1
  launch "$page" --page "$page" --record "$folder/$page.ndjson"
  drive
  finish_gallery
  if [ "$status" -ne 0 ] || grep -q CRITICAL "$folder/$page.err"; then
    cat "$folder/$page.err" >&2
    fail "the page $page ended with status $status or a warning"
  elif grep -E 'Sightline (lost|made up)' "$folder/$page.log" >&2; then
    fail "the page $page: Sightline differs from the ground truth"
  elif ! "$binaries/sightline" verify --reference "$folder/$page.ndjson" >"$folder/$page.verify"; then
    fail "$page: $(cat "$folder/$page.verify")"
  else
    echo "$page: $(wc -l <"$folder/$page.log") lines; $(cat "$folder/$page.verify")"
  fi
}
