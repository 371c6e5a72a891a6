# The window by keyboard: pages chosen, searched for, left, and left too early.

has_ended() { ! kill -0 "$gallery" 2>/dev/null; }

# Changes pages by keyboard alone: arrows in the list, Enter, the search field; then closes the window.
keyboard() {
  launch keys --page visible-items
  expect 'TargetView 1 entered'
  # Keys are the page's first.
  xdotool key Page_Down
  expect 'TargetView 1 left, .*(clipped|out of viewport)'
  # In the list arrows choose, and leave the keyboard where it is: the second one goes on from the first.
  press ctrl+l @list Down '/TargetView [0-9]+ left, removed' Down '/Carousel 1, item 1' 0.3 Up Up 0.5
  # Enter goes into the page.
  forget
  press Return @page Page_Down '/TargetView 1 left, .*(clipped|out of viewport)'
  # The search field finds a page by what is said of it, however fast somebody types.
  press ctrl+f @list
  xdotool type --delay 30 impress
  xdotool key Return
  expect 'Card 1 .* was seen at once'
  # A page's own tabs, rows and buttons do not hold the keyboard: Tab comes round to where it began.
  xdotool key --delay 30 Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab
  # Played by hand, and stopped.
  forget
  press ctrl+Return '/Card 2 .* was seen after' ctrl+Return 0.5
  # In a narrow window the list takes the page's place, and gives it back.
  resize 360 720
  forget
  press F9 @list Home Down Return '/TargetView 1 entered'
  keep_size
  xdotool key ctrl+w
  try has_ended || fail 'Ctrl+W does not close the window'
  close_page
  echo 'keyboard: pages changed by arrows, Enter and search'
}

# No page makes the window larger: through all of them, one after the other.
keep_size() {
  local size page
  size=$(xdotool getwindowgeometry "$window" | grep Geometry)
  press F9 @list Home
  for page in $("$binaries/sightline-gallery" --list | cut -d : -f 1); do
    sleep 0.2
    [ "$(xdotool getwindowgeometry "$window" | grep Geometry)" = "$size" ] || fail "the page $page changes the window from $size"
    xdotool key Down
  done
}

# From each page to the next in one window, past the last one: what a page leaves behind meets the frames of those after it.
change_pages() {
  local page
  launch keys
  press ctrl+l @list Home
  for page in $("$binaries/sightline-gallery" --list | cut -d : -f 1); do
    sleep 0.4
    forget
    xdotool key Down
  done
  press 0.4 Home 0.4
  close_page
  echo 'keyboard: all pages changed in one window'
}

# A page that is left, or begun anew, while it loads: what comes then must find nothing of it.
leave_while_loading() {
  launch keys --page load-more
  forget
  press ctrl+r '/Load 1 begins'
  forget
  press ctrl+r '/Load 1 begins'
  forget
  press ctrl+l @list Down 0.5
  forget
  press Up '/Load 1 brought page 2'
  close_page
  echo 'keyboard: a page left while it loads'
}

# Closed while events of the page wait to be shown and to be sent: what comes then must find no widget.
close_busy() {
  local round
  for round in 1 2 3 4 5 6; do
    launch keys --page log
    press '/Story 1 was seen' ctrl+r "0.0$round"
    close_page
  done
  echo 'keyboard: closed while the page works'
}
