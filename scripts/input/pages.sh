# Operates the feature of each page by keyboard and pointer.

# operate PAGE LINE KEY…: presses keys on a page from the initial focus, and waits for a line.
operate() {
  local page=$1 line=$2
  shift 2
  launch keys --page "$page"
  forget
  press "$@"
  expect "$line"
  close_page
}

# Pages in See and Count with longer tests.
see_and_count() {
  # The first strip has the focus: arrows scroll it horizontally.
  launch keys --page carousels
  expect 'Carousel 1, item 1 entered'
  forget
  press Right Right '/Carousel 1, item 1 left, .*clipped'
  # A wheel over the strip scrolls the feed, even at the lower edge over its temporary scroll bar.
  place page
  xdotool mousemove --window "$window" $((x + width / 2)) $((y + 220))
  forget
  xdotool click --repeat 12 --delay 20 5
  expect 'Carousel 1, item [0-9]+ left, '
  expect 'Carousel 3, item [0-9]+ entered'
  close_page

  # Pressing again reverses the rising sheet: nothing stays covered.
  launch keys --page covered
  expect 'Card 6 entered'
  forget
  press space '/Card [0-9] left, .*covered'
  forget
  press space '/Card [0-9] entered'
  close_page

  # Shuffle during a fling, which may skip rows.
  launch keys --page recycled-list
  press '/Item 1 entered' space '/Item [2-9][0-9]+ entered'
  press Tab Tab space /Shuffled 1.0
  close_page

  # Sightline reports correctly for a feed that is flung, with turned carousels and covered by the sheet.
  launch keys --page with-and-without
  press space 2.0 Tab space Tab space '/By hand lost: ' 1.0
  ! grep -E 'Sightline (lost|made up)' "$folder/keys.log" >&2 || fail 'with-and-without: Sightline differs from the ground truth'
  close_page
  echo 'keyboard: pages of See and Count operated'
}

# All other pages.
operate_pages() {
  operate scroll-phases 'idle → interacting' Tab Tab Tab Page_Down
  operate carousel 'All the time is paused' space
  operate carousel 'A page at a time is paused' Tab Tab space
  # Try again appears while the list has the focus.
  launch keys --page load-more
  expect 'Load 2 brought'
  insist End 'Load 3 brought'
  insist End 'Load 4 failed'
  press Tab space '/Load 5 begins'
  close_page
  operate log '503: tried again after' Tab space Tab Tab Tab Tab Page_Down Page_Down
  operate date-tabs 'Wed 5 chosen' Right Right
  operate section-tabs 'Contact selected' End
  operate paged-tabs 'Football selected' Right
  operate product 'Favourites of the week selected' Right
  operate product 'For you, item 2 is a favourite' Tab Tab Tab Tab space
  operate visible-items 'TargetView 1 left, .*(clipped|out of viewport)' Page_Down
  operate tall-items 'Item 2 .* entered' Page_Down Page_Down Page_Down
  # The second slider is the scale.
  operate transforms 'Scaled \(from 100 %\) left' Tab End
  operate window-states 'The card left, .*inactive' space
  operate window-states 'The card left' Tab Tab Tab Home
  operate impressions 'Card 6 \(.*\) was seen' Page_Down
  operate log 'Story [0-9]+ was seen' Tab Tab Tab Tab Tab Page_Down
  operate log 'The receiver ' Tab space
  operate cost '1,000 widgets are tracked' Tab space
  operate cost '1,000 widgets were scrolled: Sightline takes ' Tab space '/1,000 widgets are tracked' Tab Tab Page_Down
  operate view-progress 'Card 1 went out' Page_Down
  operate collapsing-header 'Header expands' Page_Down '/Header collapses' Home
  # The last knob pulls.
  operate stretchy-header 'Header pulled by 30 pt, back at rest' shift+Tab Right Right Right Home
  # By mouse, anywhere in the list.
  launch keys --page stretchy-header
  drag 50 55 60 65 70
  expect 'Header pulled by [0-9]+ pt, back at rest'
  close_page
  # The handle, then the first knob.
  operate adaptive-grid '[0-9] columns?$' F8 Home
  operate adaptive-grid '3 columns' shift+Tab shift+Tab shift+Tab Left Left Left Left Left
  operate favourite-heart 'Heart 12 flies' Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab space
  operate favourite-heart 'Heart 1 is taken back' space '/Heart 1 ' space
  local page
  for page in $("$binaries/sightline-gallery" --list | cut -d : -f 1); do
    case $operated in *" $page "*) ;; *) fail "no keyboard test for the page $page" ;; esac
  done
  echo 'keyboard: pages operated'
}
