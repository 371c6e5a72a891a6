# Keyboard tests of the window: choosing, searching and leaving pages, also while they load.

has_ended() { ! kill -0 "$gallery" 2>/dev/null; }

# Changes pages with the keyboard: arrows in the list, Enter, the search field; then closes the window.
keyboard() {
  launch keys --page visible-items
  expect 'TargetView 1 entered'
  # The page has the focus initially.
  xdotool key Page_Down
  expect 'TargetView 1 left, .*(clipped|out of viewport)'
  # In the list, arrows select pages and keep the focus in the list.
  press ctrl+l @list Down '/TargetView [0-9]+ left, removed' Down '/Carousel 1, item 1' 0.3 Up Up 0.5
  # Enter moves the focus to the page.
  forget
  press Return @page Page_Down '/TargetView 1 left, .*(clipped|out of viewport)'
  # The search field finds a page by its description, even with fast typing.
  press ctrl+f @list
  xdotool type --delay 30 impress
  xdotool key Return
  expect 'Card 1 .* was seen at once'
  # Tabs, rows and buttons of a page do not trap the focus: Tab returns to the start.
  xdotool key --delay 30 Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab
  # Start and stop playback.
  forget
  press ctrl+Return '/Card 2 .* was seen after' ctrl+Return 0.5
  # In a narrow window the list replaces the page, and the page returns.
  resize 360 720
  forget
  press F9 @list Home Down Return '/TargetView 1 entered'
  keep_size
  xdotool key ctrl+w
  try has_ended || fail 'Ctrl+W does not close the window'
  close_page
  echo 'keyboard: pages changed by arrows, Enter and search'
}

# Checks that no page enlarges the window.
keep_size() {
  local size page
  size=$(xdotool getwindowgeometry "$window" | grep Geometry)
  press F9 @list Home
  for page in $("$binaries/sightline-gallery" --list | cut -d : -f 1); do
    sleep 0.2
    [ "$(xdotool getwindowgeometry "$window" | grep Geometry)" = "$size" ] || fail "the page $page resizes the window from $size"
    xdotool key Down
  done
}

# Goes through all pages in one window, so that leftovers of a page meet the frames of the next.
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

# Leaves and restarts a page while it loads. Late results must not reach it.
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

# Closes the window while events wait to be displayed and sent. They must not reach its widgets.
close_busy() {
  local round
  for round in 1 2 3 4 5 6; do
    launch keys --page log
    press '/Story 1 was seen' ctrl+r "0.0$round"
    close_page
  done
  echo 'keyboard: closed while the page works'
}
